#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/sync.h>

/* The server's data on the X Synchronization Extension. `xcb_sync_id` is a global variable, which Swift's concurrency
 * checks do not let several threads use. */
static inline const xcb_query_extension_reply_t *cxcb_sync(xcb_connection_t *connection) {
    return xcb_get_extension_data(connection, &xcb_sync_id);
}
