#include "CWaylandProtocols.h"

#include <stddef.h>

static const struct wl_interface handle;

static const struct wl_interface *no_types[] = {NULL};
static const struct wl_interface *handle_type[] = {&handle};
static const struct wl_interface *seat_type[] = {&wl_seat_interface};
static const struct wl_interface *output_type[] = {&wl_output_interface};
static const struct wl_interface *rectangle_types[] = {&wl_surface_interface, NULL, NULL, NULL, NULL};

static const struct wl_message handle_requests[] = {
    {"set_maximized", "", no_types},
    {"unset_maximized", "", no_types},
    {"set_minimized", "", no_types},
    {"unset_minimized", "", no_types},
    {"activate", "o", seat_type},
    {"close", "", no_types},
    {"set_rectangle", "oiiii", rectangle_types},
    {"destroy", "", no_types},
    {"set_fullscreen", "2?o", output_type},
    {"unset_fullscreen", "2", no_types},
};

static const struct wl_message handle_events[] = {
    {"title", "s", no_types},
    {"app_id", "s", no_types},
    {"output_enter", "o", output_type},
    {"output_leave", "o", output_type},
    {"state", "a", no_types},
    {"done", "", no_types},
    {"closed", "", no_types},
    {"parent", "3?o", handle_type},
};

static const struct wl_interface handle = {
    "zwlr_foreign_toplevel_handle_v1", 3,
    10, handle_requests,
    8, handle_events,
};

static const struct wl_message manager_requests[] = {
    {"stop", "", no_types},
};

static const struct wl_message manager_events[] = {
    {"toplevel", "n", handle_type},
    {"finished", "", no_types},
};

static const struct wl_interface manager = {
    "zwlr_foreign_toplevel_manager_v1", 3,
    1, manager_requests,
    2, manager_events,
};

const struct wl_interface *cwayland_toplevel_manager(void) { return &manager; }

static const struct wl_message notification_requests[] = {
    {"destroy", "", no_types},
};

static const struct wl_message notification_events[] = {
    {"idled", "", no_types},
    {"resumed", "", no_types},
};

static const struct wl_interface notification = {
    "ext_idle_notification_v1", 1,
    1, notification_requests,
    2, notification_events,
};

static const struct wl_interface *notification_types[] = {&notification, NULL, &wl_seat_interface};

static const struct wl_message notifier_requests[] = {
    {"destroy", "", no_types},
    {"get_idle_notification", "nuo", notification_types},
};

static const struct wl_interface notifier = {
    "ext_idle_notifier_v1", 1,
    2, notifier_requests,
    0, NULL,
};

const struct wl_interface *cwayland_idle_notifier(void) { return &notifier; }
const struct wl_interface *cwayland_idle_notification(void) { return &notification; }

const struct wl_interface *cwayland_seat(void) { return &wl_seat_interface; }
