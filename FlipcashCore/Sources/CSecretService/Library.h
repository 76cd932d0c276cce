#ifndef FLIPCASH_SECRET_LIBRARY_H
#define FLIPCASH_SECRET_LIBRARY_H

#include <stddef.h>

// The few types and functions of GLib and libsecret that are used, as their stable interfaces define them. Headers of
// neither are needed to build, and neither is linked.

typedef struct GCancellable GCancellable;
typedef struct GHashTable GHashTable;
typedef struct SecretService SecretService;
typedef struct SecretCollection SecretCollection;
typedef struct SecretItem SecretItem;
typedef struct SecretValue SecretValue;

typedef struct GError {
    unsigned int domain;
    int code;
    char *message;
} GError;

typedef struct GList {
    void *data;
    struct GList *next;
    struct GList *previous;
} GList;

typedef struct SecretSchema {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type;
    } attributes[32];
    int reserved;
    void *reserved_pointers[7];
} SecretSchema;

enum {
    bus_type_session = 2,
    schema_dont_match_name = 1 << 1,
    service_open_session = 1 << 1,
    search_all = 1 << 1,
    search_load_secrets = 1 << 3,
    item_create_replace = 1 << 1
};

/// The functions, each under its own name.
typedef struct Library {
    void (*g_object_unref)(void *);
    void (*g_error_free)(GError *);
    void (*g_list_free)(GList *);
    unsigned int (*g_str_hash)(const void *);
    int (*g_str_equal)(const void *, const void *);
    GHashTable *(*g_hash_table_new)(unsigned int (*)(const void *), int (*)(const void *, const void *));
    int (*g_hash_table_insert)(GHashTable *, void *, void *);
    void *(*g_hash_table_lookup)(GHashTable *, const void *);
    void (*g_hash_table_unref)(GHashTable *);
    GCancellable *(*g_cancellable_new)(void);
    void (*g_cancellable_cancel)(GCancellable *);
    void *(*g_bus_get_sync)(int, GCancellable *, GError **);
    void (*g_dbus_connection_set_exit_on_close)(void *, int);
    SecretService *(*secret_service_get_sync)(int, GCancellable *, GError **);
    GList *(*secret_service_search_sync)(
        SecretService *, const SecretSchema *, GHashTable *, int, GCancellable *, GError **);
    SecretCollection *(*secret_collection_for_alias_sync)(
        SecretService *, const char *, int, GCancellable *, GError **);
    int (*secret_collection_get_locked)(SecretCollection *);
    SecretItem *(*secret_item_create_sync)(
        SecretCollection *, const SecretSchema *, GHashTable *, const char *, SecretValue *, int, GCancellable *,
        GError **);
    int (*secret_item_delete_sync)(SecretItem *, GCancellable *, GError **);
    int (*secret_item_get_locked)(SecretItem *);
    GHashTable *(*secret_item_get_attributes)(SecretItem *);
    SecretValue *(*secret_item_get_secret)(SecretItem *);
    SecretValue *(*secret_value_new)(const char *, long, const char *);
    const char *(*secret_value_get)(SecretValue *, size_t *);
    void (*secret_value_unref)(void *);
} Library;

/// The loaded library; null where it is missing or lacks a function.
const Library *flipcash_secret_library(void);

#endif
