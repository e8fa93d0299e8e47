#include <stdbool.h>
#include <stdint.h>

/* What PipeWire's nodes are and do, on a connection that is turned by whoever watches its descriptor: no thread, and
 * nothing that waits. Its library is loaded at the first connection, and stays. Every call on one connection is made
 * on one thread; none from within what is heard. */

struct cpipewire;

struct cpipewire_listener {
    void *context;
    /* A node of this class has appeared: whether more is to be heard of it. */
    bool (*appeared)(void *context, uint32_t node, const char *media_class);
    /* Names are NULL where it has none. */
    void (*changed)(void *context, uint32_t node, const char *name, const char *media_name, bool is_running);
    void (*gone)(void *context, uint32_t node);
    /* Everything that was there at first has been told. */
    void (*settled)(void *context);
};

/* On a connected, non-blocking socket, which belongs to the connection from here on. NULL where the library is not
 * there, or makes none. The listener outlives the connection. */
struct cpipewire *cpipewire_open(int socket, const struct cpipewire_listener *listener);

/* Can be read when there is something to do. */
int cpipewire_descriptor(const struct cpipewire *connection);

/* False when the connection is lost. */
bool cpipewire_dispatch(struct cpipewire *connection);

void cpipewire_close(struct cpipewire *connection);
