#include "SecretService.h"
#include "Deadline.h"
#include "Library.h"

#include <stdlib.h>
#include <string.h>

/// One conversation with the service.
typedef struct Conversation {
    flipcash_secret_call *call;
    const Library *library;
    Deadline deadline;
    SecretService *service;
    GError *error;
} Conversation;

// The schema's name only says whose items these are; what is looked for are the attributes.
static const SecretSchema schema = {
    "com.flipcash.cli", schema_dont_match_name, {{"application", 0}, {"profile", 0}, {"owner", 0}, {NULL, 0}}, 0, {0}};

static void explain(flipcash_secret_call *call, const char *text) {
    size_t length = 0;
    for (; text[length] != 0 && length + 1 < sizeof call->reason; length++) {
        unsigned char byte = (unsigned char)text[length];
        call->reason[length] = byte < 0x20 || byte == 0x7f ? ' ' : (char)byte;
    }
    call->reason[length] = 0;
}

/// Takes the error that the last call left, if it left one.
static flipcash_secret_status failed(Conversation *talk, flipcash_secret_status status) {
    explain(talk->call, talk->error != NULL ? talk->error->message : "it gave no reason");
    if (talk->error != NULL) { talk->library->g_error_free(talk->error); }
    talk->error = NULL;
    return status;
}

static flipcash_secret_status begin(Conversation *talk, flipcash_secret_call *call) {
    memset(talk, 0, sizeof *talk);
    talk->call = call;
    call->reason[0] = 0;
    talk->library = flipcash_secret_library();
    if (talk->library == NULL) {
        explain(call, "libsecret is not installed");
        return FLIPCASH_SECRET_NO_LIBRARY;
    }
    if (!deadline_start(&talk->deadline, talk->library, call->limit_ms)) {
        talk->library = NULL;
        explain(call, "no thread can be started");
        return FLIPCASH_SECRET_FAILED;
    }
    void *bus = talk->library->g_bus_get_sync(bus_type_session, talk->deadline.cancellable, &talk->error);
    if (bus == NULL) { return failed(talk, FLIPCASH_SECRET_NO_SERVICE); }
    // A session that ends must not take a payment with it: GLib would end this process together with the bus.
    talk->library->g_dbus_connection_set_exit_on_close(bus, 0);
    talk->library->g_object_unref(bus);
    talk->service =
        talk->library->secret_service_get_sync(service_open_session, talk->deadline.cancellable, &talk->error);
    return talk->service == NULL ? failed(talk, FLIPCASH_SECRET_NO_SERVICE) : FLIPCASH_SECRET_OK;
}

static flipcash_secret_status end(Conversation *talk, flipcash_secret_status status) {
    if (talk->library == NULL) { return status; }
    if (talk->service != NULL) { talk->library->g_object_unref(talk->service); }
    int is_late = deadline_stop(&talk->deadline);
    if (status != FLIPCASH_SECRET_OK && is_late) {
        explain(talk->call, "it did not answer in time");
        return FLIPCASH_SECRET_TIMED_OUT;
    }
    return status;
}

static GHashTable *attributes(const Library *library, const char *profile, const char *owner) {
    GHashTable *table = library->g_hash_table_new(library->g_str_hash, library->g_str_equal);
    library->g_hash_table_insert(table, (void *)"application", (void *)"flipcash");
    library->g_hash_table_insert(table, (void *)"profile", (void *)profile);
    if (owner != NULL) { library->g_hash_table_insert(table, (void *)"owner", (void *)owner); }
    return table;
}

/// The collection that new items go to, if it is unlocked.
static flipcash_secret_status open_collection(Conversation *talk, SecretCollection **collection) {
    const Library *library = talk->library;
    *collection = library->secret_collection_for_alias_sync(
        talk->service, "default", 0, talk->deadline.cancellable, &talk->error);
    if (*collection == NULL) {
        if (talk->error != NULL) { return failed(talk, FLIPCASH_SECRET_FAILED); }
        explain(talk->call, "there is no default collection");
        return FLIPCASH_SECRET_LOCKED;
    }
    if (!library->secret_collection_get_locked(*collection)) { return FLIPCASH_SECRET_OK; }
    explain(talk->call, "the default collection is locked");
    library->g_object_unref(*collection);
    *collection = NULL;
    return FLIPCASH_SECRET_LOCKED;
}

/// The items of a profile, or of one of its owners; an empty list is null. None of them is locked.
static flipcash_secret_status find(
    Conversation *talk, const char *profile, const char *owner, int flags, GList **items) {
    const Library *library = talk->library;
    GHashTable *wanted = attributes(library, profile, owner);
    *items = library->secret_service_search_sync(
        talk->service, &schema, wanted, search_all | flags, talk->deadline.cancellable, &talk->error);
    library->g_hash_table_unref(wanted);
    return talk->error != NULL ? failed(talk, FLIPCASH_SECRET_FAILED) : FLIPCASH_SECRET_OK;
}

static void free_items(const Library *library, GList *items) {
    for (GList *item = items; item != NULL; item = item->next) { library->g_object_unref(item->data); }
    library->g_list_free(items);
}

/// Copies one item; zero when it cannot be read.
static int copy(const Library *library, SecretItem *item, flipcash_secret *copy) {
    GHashTable *described = library->secret_item_get_attributes(item);
    const char *owner = described == NULL ? NULL : library->g_hash_table_lookup(described, "owner");
    SecretValue *value = library->secret_item_get_secret(item);
    size_t count = 0;
    const char *bytes = value == NULL ? NULL : library->secret_value_get(value, &count);
    int is_readable = owner != NULL && bytes != NULL;
    if (is_readable) {
        copy->owner = strdup(owner);
        copy->bytes = malloc(count + 1);
        copy->count = count;
        is_readable = copy->owner != NULL && copy->bytes != NULL;
        if (copy->bytes != NULL) { memcpy(copy->bytes, bytes, count); }
    }
    if (value != NULL) { library->secret_value_unref(value); }
    if (described != NULL) { library->g_hash_table_unref(described); }
    return is_readable;
}

static flipcash_secret_status copy_all(
    Conversation *talk, GList *items, flipcash_secret **secrets, size_t *count) {
    size_t capacity = 0;
    for (GList *item = items; item != NULL; item = item->next) { capacity++; }
    *secrets = calloc(capacity + 1, sizeof **secrets);
    if (*secrets == NULL) { return FLIPCASH_SECRET_FAILED; }
    for (GList *item = items; item != NULL; item = item->next) {
        if (talk->library->secret_item_get_locked(item->data)) {
            explain(talk->call, "its collection is locked");
            return FLIPCASH_SECRET_LOCKED;
        }
        *count += 1;
        if (!copy(talk->library, item->data, &(*secrets)[*count - 1])) {
            explain(talk->call, "an item cannot be read");
            return FLIPCASH_SECRET_FAILED;
        }
    }
    return FLIPCASH_SECRET_OK;
}

flipcash_secret_status flipcash_secret_probe(flipcash_secret_call *call) {
    Conversation talk;
    flipcash_secret_status status = begin(&talk, call);
    SecretCollection *collection = NULL;
    if (status == FLIPCASH_SECRET_OK) { status = open_collection(&talk, &collection); }
    if (collection != NULL) { talk.library->g_object_unref(collection); }
    return end(&talk, status);
}

flipcash_secret_status flipcash_secret_list(
    flipcash_secret_call *call, const char *profile, flipcash_secret **secrets, size_t *count) {
    *secrets = NULL;
    *count = 0;
    Conversation talk;
    GList *items = NULL;
    flipcash_secret_status status = begin(&talk, call);
    if (status == FLIPCASH_SECRET_OK) { status = find(&talk, profile, NULL, search_load_secrets, &items); }
    if (status == FLIPCASH_SECRET_OK) { status = copy_all(&talk, items, secrets, count); }
    if (items != NULL) { free_items(talk.library, items); }
    if (status != FLIPCASH_SECRET_OK) {
        flipcash_secret_free(*secrets, *count);
        *secrets = NULL;
        *count = 0;
    }
    return end(&talk, status);
}

flipcash_secret_status flipcash_secret_store(
    flipcash_secret_call *call, const char *profile, const char *owner, const char *label, const uint8_t *bytes,
    size_t count) {
    Conversation talk;
    SecretCollection *collection = NULL;
    flipcash_secret_status status = begin(&talk, call);
    if (status == FLIPCASH_SECRET_OK) { status = open_collection(&talk, &collection); }
    if (status == FLIPCASH_SECRET_OK) {
        const Library *library = talk.library;
        SecretValue *value = library->secret_value_new((const char *)bytes, (long)count, "application/json");
        GHashTable *described = attributes(library, profile, owner);
        SecretItem *item = library->secret_item_create_sync(
            collection, &schema, described, label, value, item_create_replace, talk.deadline.cancellable, &talk.error);
        library->g_hash_table_unref(described);
        library->secret_value_unref(value);
        if (item == NULL) { status = failed(&talk, FLIPCASH_SECRET_FAILED); }
        else { library->g_object_unref(item); }
    }
    if (collection != NULL) { talk.library->g_object_unref(collection); }
    return end(&talk, status);
}

flipcash_secret_status flipcash_secret_remove(flipcash_secret_call *call, const char *profile, const char *owner) {
    Conversation talk;
    GList *items = NULL;
    flipcash_secret_status status = begin(&talk, call);
    if (status == FLIPCASH_SECRET_OK) { status = find(&talk, profile, owner, 0, &items); }
    for (GList *item = items; item != NULL && status == FLIPCASH_SECRET_OK; item = item->next) {
        if (talk.library->secret_item_get_locked(item->data)) {
            explain(call, "its collection is locked");
            status = FLIPCASH_SECRET_LOCKED;
        } else if (!talk.library->secret_item_delete_sync(item->data, talk.deadline.cancellable, &talk.error)) {
            status = failed(&talk, FLIPCASH_SECRET_FAILED);
        }
    }
    if (items != NULL) { free_items(talk.library, items); }
    return end(&talk, status);
}

void flipcash_secret_free(flipcash_secret *secrets, size_t count) {
    for (size_t index = 0; index < count; index++) {
        volatile uint8_t *bytes = secrets[index].bytes;
        for (size_t position = 0; bytes != NULL && position < secrets[index].count; position++) { bytes[position] = 0; }
        free(secrets[index].bytes);
        free(secrets[index].owner);
    }
    free(secrets);
}
