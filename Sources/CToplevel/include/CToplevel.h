#include <wayland-client.h>

/* wlr-foreign-toplevel-management, version 3: the tables that wayland-scanner would make of its description, which
 * Debian does not ship. All messages are listed, since their order is what the protocol numbers them by. */

/* Of zwlr_foreign_toplevel_manager_v1. */
const struct wl_interface *ctoplevel_manager(void);
