#include <wayland-client.h>

/* The tables that wayland-scanner would generate from protocol descriptions. All messages are listed, because a message's
 * number is its position. */

/* zwlr_foreign_toplevel_manager_v1, version 3 (wlr-foreign-toplevel-management, which Debian does not ship). */
const struct wl_interface *cwayland_toplevel_manager(void);

/* ext_idle_notifier_v1 and ext_idle_notification_v1, version 1 (ext-idle-notify). */
const struct wl_interface *cwayland_idle_notifier(void);
const struct wl_interface *cwayland_idle_notification(void);

const struct wl_interface *cwayland_seat(void);
