#include <wayland-client.h>

/* wlr-foreign-toplevel-management, version 3: the tables that wayland-scanner would make of its description, which
 * Debian does not ship. All messages are listed, since their order is what the protocol numbers them by. */

static const struct wl_interface bellhop_toplevel_handle;

static const struct wl_interface *bellhop_toplevel_no_types[] = {NULL};
static const struct wl_interface *bellhop_toplevel_handle_type[] = {&bellhop_toplevel_handle};
static const struct wl_interface *bellhop_toplevel_seat_type[] = {&wl_seat_interface};
static const struct wl_interface *bellhop_toplevel_output_type[] = {&wl_output_interface};
static const struct wl_interface *bellhop_toplevel_rectangle_types[] = {&wl_surface_interface, NULL, NULL, NULL, NULL};

static const struct wl_message bellhop_toplevel_handle_requests[] = {
    {"set_maximized", "", bellhop_toplevel_no_types},
    {"unset_maximized", "", bellhop_toplevel_no_types},
    {"set_minimized", "", bellhop_toplevel_no_types},
    {"unset_minimized", "", bellhop_toplevel_no_types},
    {"activate", "o", bellhop_toplevel_seat_type},
    {"close", "", bellhop_toplevel_no_types},
    {"set_rectangle", "oiiii", bellhop_toplevel_rectangle_types},
    {"destroy", "", bellhop_toplevel_no_types},
    {"set_fullscreen", "2?o", bellhop_toplevel_output_type},
    {"unset_fullscreen", "2", bellhop_toplevel_no_types},
};

static const struct wl_message bellhop_toplevel_handle_events[] = {
    {"title", "s", bellhop_toplevel_no_types},
    {"app_id", "s", bellhop_toplevel_no_types},
    {"output_enter", "o", bellhop_toplevel_output_type},
    {"output_leave", "o", bellhop_toplevel_output_type},
    {"state", "a", bellhop_toplevel_no_types},
    {"done", "", bellhop_toplevel_no_types},
    {"closed", "", bellhop_toplevel_no_types},
    {"parent", "3?o", bellhop_toplevel_handle_type},
};

static const struct wl_interface bellhop_toplevel_handle = {
    "zwlr_foreign_toplevel_handle_v1", 3,
    10, bellhop_toplevel_handle_requests,
    8, bellhop_toplevel_handle_events,
};

static const struct wl_message bellhop_toplevel_manager_requests[] = {
    {"stop", "", bellhop_toplevel_no_types},
};

static const struct wl_message bellhop_toplevel_manager_events[] = {
    {"toplevel", "n", bellhop_toplevel_handle_type},
    {"finished", "", bellhop_toplevel_no_types},
};

static const struct wl_interface bellhop_toplevel_manager = {
    "zwlr_foreign_toplevel_manager_v1", 3,
    1, bellhop_toplevel_manager_requests,
    2, bellhop_toplevel_manager_events,
};

/* Swift copies a constant before it takes its address; libwayland keeps the address. */
static inline const struct wl_interface *bellhop_toplevel_manager_interface(void) { return &bellhop_toplevel_manager; }
