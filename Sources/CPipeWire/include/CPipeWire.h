#include <stdbool.h>
#include <stdint.h>

/* Follows PipeWire's nodes. The caller monitors the connection's descriptor and dispatches; there is no thread, and no
 * call blocks. libpipewire is loaded at the first connection and stays loaded. All calls on one connection are made on
 * one thread, and never from within a listener. */

struct cpipewire;

struct cpipewire_listener {
    void *context;
    /* A node of this class has appeared; returns whether to follow its changes. */
    bool (*appeared)(void *context, uint32_t node, const char *media_class);
    /* A followed node has changed; a missing name is NULL. */
    void (*changed)(void *context, uint32_t node, const char *name, const char *media_name, bool is_running);
    void (*gone)(void *context, uint32_t node);
    /* All nodes that existed at the start have been reported. */
    void (*settled)(void *context);
};

/* Opens a connection on a connected, non-blocking socket, and closes the socket even when it fails. NULL if the library is
 * missing or fails. The listener is copied; its context outlives the connection. */
struct cpipewire *cpipewire_open(int socket, const struct cpipewire_listener *listener);

/* The descriptor that is readable when `cpipewire_dispatch` has work. */
int cpipewire_descriptor(const struct cpipewire *connection);

/* Handles pending messages; false when the connection is lost. */
bool cpipewire_dispatch(struct cpipewire *connection);

void cpipewire_close(struct cpipewire *connection);
