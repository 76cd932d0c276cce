#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>

static Library loaded;
static int is_complete;

#define FIND(function)                                                          \
    do {                                                                        \
        *(void **)&loaded.function = dlsym(handle, #function);                  \
        if (loaded.function == NULL) { return; }                                \
    } while (0)

static void load(void) {
    // GLib's types cannot be unloaded, so the handle is never closed. Looking a name up in it also searches what
    // libsecret itself needs, which is where GLib's functions are.
    void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) { return; }
    FIND(g_object_unref);
    FIND(g_error_free);
    FIND(g_list_free);
    FIND(g_str_hash);
    FIND(g_str_equal);
    FIND(g_hash_table_new);
    FIND(g_hash_table_insert);
    FIND(g_hash_table_lookup);
    FIND(g_hash_table_unref);
    FIND(g_cancellable_new);
    FIND(g_cancellable_cancel);
    FIND(g_bus_get_sync);
    FIND(g_dbus_connection_set_exit_on_close);
    FIND(secret_service_get_sync);
    FIND(secret_service_search_sync);
    FIND(secret_collection_for_alias_sync);
    FIND(secret_collection_get_locked);
    FIND(secret_item_create_sync);
    FIND(secret_item_delete_sync);
    FIND(secret_item_get_locked);
    FIND(secret_item_get_attributes);
    FIND(secret_item_get_secret);
    FIND(secret_value_new);
    FIND(secret_value_get);
    FIND(secret_value_unref);
    is_complete = 1;
}

const Library *flipcash_secret_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete ? &loaded : NULL;
}
