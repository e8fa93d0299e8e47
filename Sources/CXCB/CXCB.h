#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/sync.h>

/* The server's data on the X Synchronization Extension. `xcb_sync_id` is a global variable, which Swift's concurrency
 * checks do not let several threads use. */
static inline const xcb_query_extension_reply_t *cxcb_sync(xcb_connection_t *connection) {
    return xcb_get_extension_data(connection, &xcb_sync_id);
}

/* The X-Resource Extension, of which one request is needed: a library for it would be a package more. */
static inline xcb_extension_t *cxcb_resource_extension(void) {
    static xcb_extension_t extension = {"X-Resource", 0};
    return &extension;
}

/* Whether the server has the X-Resource Extension; without it, requests end the connection. */
static inline _Bool cxcb_has_resources(xcb_connection_t *connection) {
    const xcb_query_extension_reply_t *data = xcb_get_extension_data(connection, cxcb_resource_extension());
    return data && data->present;
}

/* Asks for the kinds and counts of the resources of the client that a window belongs to (QueryClientResources), and
 * returns the request's number. */
static inline unsigned int cxcb_query_client_resources(xcb_connection_t *connection, uint32_t window) {
    struct {
        uint8_t major, minor;
        uint16_t length;
        uint32_t client;
    } request = {0, 0, 0, window};
    const xcb_protocol_request_t protocol = {1, cxcb_resource_extension(), 2, 0};
    /* libxcb uses the two places before the request, and fills in the request's first four bytes. */
    struct iovec parts[3] = {{0, 0}, {0, 0}, {&request, sizeof request}};
    return xcb_send_request(connection, XCB_REQUEST_CHECKED, parts + 2, &protocol);
}
