#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/sync.h>

/* What the server says of the X Synchronization Extension: `xcb_sync_id` is a variable, which Swift would not share between
 * threads. */
static inline const xcb_query_extension_reply_t *cxcb_sync(xcb_connection_t *connection) {
    return xcb_get_extension_data(connection, &xcb_sync_id);
}
