#include "CPipeWire.h"

#include <dlfcn.h>
#include <errno.h>
#include <pipewire/impl.h>
#include <pipewire/pipewire.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The functions of libpipewire that its headers do not inline. */
#define FUNCTIONS(each)          \
    each(pw_init)                \
    each(pw_log_set_level)       \
    each(pw_properties_new)      \
    each(pw_loop_new)            \
    each(pw_loop_destroy)        \
    each(pw_context_new)         \
    each(pw_context_destroy)     \
    each(pw_context_get_data_loop) \
    each(pw_data_loop_stop)      \
    each(pw_context_load_module) \
    each(pw_context_connect_fd)  \
    each(pw_core_disconnect)     \
    each(pw_proxy_add_object_listener) \
    each(pw_proxy_destroy)       \
    each(pw_node_info_update)    \
    each(pw_node_info_free)

static struct {
#define MEMBER(name) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    bool is_complete = true;
#define LOAD(name) is_complete &= (library.name = (__typeof__(&name))dlsym(handle, #name)) != NULL;
    FUNCTIONS(LOAD)
    if (!is_complete) return;
    library.pw_init(NULL, NULL);
    /* The library would log broken connections in the daemon's log. */
    library.pw_log_set_level(SPA_LOG_LEVEL_NONE);
    is_loaded = true;
}

struct node {
    struct spa_list link;
    struct cpipewire *connection;
    uint32_t id;
    struct pw_proxy *proxy;
    struct spa_hook hook;
    struct pw_node_info *info;
};

struct cpipewire {
    struct cpipewire_listener listener;
    struct pw_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct spa_hook core_hook;
    struct pw_registry *registry;
    struct spa_hook registry_hook;
    struct spa_list nodes;
    int awaited;
    int rounds;
    bool is_lost;
};

static void node_info(void *data, const struct pw_node_info *update) {
    struct node *node = data;
    struct pw_node_info *info = library.pw_node_info_update(node->info, update);
    if (!info) return;
    node->info = info;
    struct cpipewire_listener *listener = &node->connection->listener;
    const char *name = info->props ? spa_dict_lookup(info->props, PW_KEY_NODE_NAME) : NULL;
    const char *media_name = info->props ? spa_dict_lookup(info->props, PW_KEY_MEDIA_NAME) : NULL;
    listener->changed(
        listener->context, node->id, name, media_name, info->state == PW_NODE_STATE_RUNNING);
}

static const struct pw_node_events node_events = {PW_VERSION_NODE_EVENTS, .info = node_info};

static void forget(struct node *node) {
    spa_list_remove(&node->link);
    spa_hook_remove(&node->hook);
    library.pw_proxy_destroy(node->proxy);
    if (node->info) library.pw_node_info_free(node->info);
    free(node);
}

static void appeared(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    (void)permissions;
    (void)version;
    struct cpipewire *connection = data;
    struct cpipewire_listener *listener = &connection->listener;
    if (!spa_streq(type, PW_TYPE_INTERFACE_Node) || !properties) return;
    const char *media_class = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS);
    if (!media_class || !listener->appeared(listener->context, id, media_class)) return;
    struct node *node = calloc(1, sizeof *node);
    if (!node) return;
    node->connection = connection;
    node->id = id;
    node->proxy = pw_registry_bind(connection->registry, id, type, PW_VERSION_NODE, 0);
    if (!node->proxy) {
        free(node);
        return;
    }
    spa_list_append(&connection->nodes, &node->link);
    library.pw_proxy_add_object_listener(node->proxy, &node->hook, &node_events, node);
}

static void removed(void *data, uint32_t id) {
    struct cpipewire *connection = data;
    struct node *node, *next;
    spa_list_for_each_safe(node, next, &connection->nodes, link) {
        if (node->id != id) continue;
        forget(node);
        connection->listener.gone(connection->listener.context, id);
    }
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS, .global = appeared, .global_remove = removed};

/* After the first round trip every node has been announced, after the second each has sent its state. */
static void done(void *data, uint32_t id, int sequence) {
    struct cpipewire *connection = data;
    if (id != PW_ID_CORE || sequence != connection->awaited || connection->rounds >= 2) return;
    connection->rounds += 1;
    if (connection->rounds < 2)
        connection->awaited = pw_core_sync(connection->core, PW_ID_CORE, 0);
    else
        connection->listener.settled(connection->listener.context);
}

/* Errors of other objects are ignored: a node went away before it was bound. */
static void failed(void *data, uint32_t id, int sequence, int result, const char *message) {
    (void)sequence;
    (void)result;
    (void)message;
    struct cpipewire *connection = data;
    if (id == PW_ID_CORE) connection->is_lost = true;
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .done = done, .error = failed};

static bool connect_socket(struct cpipewire *connection, int socket) {
    connection->loop = library.pw_loop_new(NULL);
    if (!connection->loop) {
        close(socket);
        return false;
    }
    pw_loop_enter(connection->loop);
    /* No configuration file: the usual one asks for real-time threads and for modules that are not needed here. */
    connection->context = library.pw_context_new(
        connection->loop,
        library.pw_properties_new(
            PW_KEY_CONFIG_NAME, "null", "context.modules.allow-empty", "true", NULL),
        0);
    if (!connection->context
        || !library.pw_context_load_module(
            connection->context, "libpipewire-module-protocol-native", NULL, NULL)) {
        close(socket);
        return false;
    }
    /* Stops the thread that would transfer media. */
    library.pw_data_loop_stop(library.pw_context_get_data_loop(connection->context));
    /* This call closes the socket also when it fails; only when memory is exhausted may it stay open. */
    connection->core = library.pw_context_connect_fd(connection->context, socket, NULL, 0);
    if (!connection->core) return false;
    pw_core_add_listener(connection->core, &connection->core_hook, &core_events, connection);
    connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
    if (!connection->registry) return false;
    pw_registry_add_listener(
        connection->registry, &connection->registry_hook, &registry_events, connection);
    connection->awaited = pw_core_sync(connection->core, PW_ID_CORE, 0);
    return true;
}

struct cpipewire *cpipewire_open(int socket, const struct cpipewire_listener *listener) {
    pthread_once(&once, load);
    struct cpipewire *connection = is_loaded ? calloc(1, sizeof *connection) : NULL;
    if (!connection) {
        close(socket);
        return NULL;
    }
    connection->listener = *listener;
    spa_list_init(&connection->nodes);
    if (connect_socket(connection, socket)) return connection;
    cpipewire_close(connection);
    return NULL;
}

int cpipewire_descriptor(const struct cpipewire *connection) { return pw_loop_get_fd(connection->loop); }

bool cpipewire_dispatch(struct cpipewire *connection) {
    int result = pw_loop_iterate(connection->loop, 0);
    return !connection->is_lost && (result >= 0 || result == -EINTR);
}

void cpipewire_close(struct cpipewire *connection) {
    struct node *node, *next;
    spa_list_for_each_safe(node, next, &connection->nodes, link) forget(node);
    if (connection->registry) {
        spa_hook_remove(&connection->registry_hook);
        library.pw_proxy_destroy((struct pw_proxy *)connection->registry);
    }
    if (connection->core) {
        spa_hook_remove(&connection->core_hook);
        library.pw_core_disconnect(connection->core);
    }
    if (connection->context) library.pw_context_destroy(connection->context);
    if (connection->loop) {
        pw_loop_leave(connection->loop);
        library.pw_loop_destroy(connection->loop);
    }
    free(connection);
}
