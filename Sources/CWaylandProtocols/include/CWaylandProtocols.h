#include <wayland-client.h>

/* The tables that wayland-scanner would make of protocols' descriptions. All messages are listed, since their order is
 * what a protocol numbers them by. */

/* Of zwlr_foreign_toplevel_manager_v1, version 3 (wlr-foreign-toplevel-management, which Debian does not ship). */
const struct wl_interface *cwayland_toplevel_manager(void);

/* Of ext_idle_notifier_v1, version 1 (ext-idle-notify), and of what it makes. */
const struct wl_interface *cwayland_idle_notifier(void);
const struct wl_interface *cwayland_idle_notification(void);

const struct wl_interface *cwayland_seat(void);
