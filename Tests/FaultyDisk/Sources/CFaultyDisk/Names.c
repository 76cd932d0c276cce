#include "Names.h"

#include <stdlib.h>
#include <string.h>

#include "Chance.h"

static char *copied(const char *text) {
    char *copy = text ? strdup(text) : NULL;
    if (text && !copy) abort();
    return copy;
}

static void *grown(void *memory, size_t size) {
    void *result = realloc(memory, size);
    if (!result) abort();
    return result;
}

static Name *find(const NameTable *table, const char *path) {
    for (size_t i = 0; i < table->count; i++) {
        if (!strcmp(table->names[i].path, path)) return &table->names[i];
    }
    return NULL;
}

static void set(NameTable *table, const char *path, File *file) {
    Name *name = find(table, path);
    if (name) {
        name->file = file;
        return;
    }
    if (table->count == table->room) {
        table->room = table->room ? table->room * 2 : 8;
        table->names = grown(table->names, table->room * sizeof(Name));
    }
    table->names[table->count++] = (Name){copied(path), file};
}

static void clear(NameTable *table, const char *path) {
    Name *name = find(table, path);
    if (!name) return;
    free(name->path);
    size_t index = (size_t)(name - table->names);
    memmove(name, name + 1, (table->count - index - 1) * sizeof(Name));
    table->count--;
}

static void apply(NameTable *table, const NameChange *change) {
    if (change->removed) clear(table, change->removed);
    if (change->added) set(table, change->added, change->file);
}

static void clear_all(NameTable *table) {
    for (size_t i = 0; i < table->count; i++) free(table->names[i].path);
    table->count = 0;
}

static void free_change(NameChange *change) {
    free(change->added);
    free(change->removed);
}

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

static bool is_in_folder_of(const char *path, const char *other) {
    size_t length = folder_length(other);
    return path && folder_length(path) == length && !strncmp(path, other, length);
}

File *names_find(const Names *names, const char *path) {
    Name *name = find(&names->visible, path);
    return name ? name->file : NULL;
}

void names_change(Names *names, const char *removed, const char *added, File *file) {
    if (names->count == names->room) {
        names->room = names->room ? names->room * 2 : 8;
        names->changes = grown(names->changes, names->room * sizeof(NameChange));
    }
    NameChange *change = &names->changes[names->count++];
    *change = (NameChange){copied(added), file, copied(removed)};
    apply(&names->visible, change);
}

void names_sync_folder(Names *names, const char *path) {
    size_t left = 0;
    for (size_t i = 0; i < names->count; i++) {
        NameChange *change = &names->changes[i];
        if (is_in_folder_of(change->added, path) || is_in_folder_of(change->removed, path)) {
            apply(&names->durable, change);
            free_change(change);
        } else {
            names->changes[left++] = *change;
        }
    }
    names->count = left;
}

void names_lose_power(Names *names, uint64_t key) {
    // Of 256 changes, how many survive.
    static const uint64_t levels[] = {0, 128, 256};
    uint64_t kept_of_256 = levels[chance_mix(key, 1) % 3];
    uint64_t choices = chance_mix(key, 2);
    for (size_t i = 0; i < names->count; i++) {
        if ((chance_mix(choices, i) & 255) < kept_of_256) apply(&names->durable, &names->changes[i]);
        free_change(&names->changes[i]);
    }
    names->count = 0;
    clear_all(&names->visible);
    for (size_t i = 0; i < names->durable.count; i++) {
        set(&names->visible, names->durable.names[i].path, names->durable.names[i].file);
    }
}

static bool table_refers_to(const NameTable *table, const File *file) {
    for (size_t i = 0; i < table->count; i++) {
        if (table->names[i].file == file) return true;
    }
    return false;
}

bool names_refer_to(const Names *names, const File *file) {
    if (table_refers_to(&names->visible, file) || table_refers_to(&names->durable, file)) return true;
    for (size_t i = 0; i < names->count; i++) {
        if (names->changes[i].file == file) return true;
    }
    return false;
}

void names_free(Names *names) {
    clear_all(&names->visible);
    clear_all(&names->durable);
    for (size_t i = 0; i < names->count; i++) free_change(&names->changes[i]);
    free(names->visible.names);
    free(names->durable.names);
    free(names->changes);
    memset(names, 0, sizeof *names);
}
