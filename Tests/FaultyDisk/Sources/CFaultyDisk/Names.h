#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "File.h"

// The names of files, as programs see them and as they survive a power loss.

typedef struct {
    char *path;
    File *file;
} Name;

typedef struct {
    Name *names;
    size_t count;
    size_t room;
} NameTable;

/// A change that is not synced. A rename removes one name and sets the other, never one alone.
typedef struct {
    /// The name that refers to `file` afterwards; NULL for a removal.
    char *added;
    File *file;
    /// The name that is gone afterwards; NULL for a creation.
    char *removed;
} NameChange;

typedef struct {
    NameTable visible;
    NameTable durable;
    NameChange *changes;
    size_t count;
    size_t room;
} Names;

/// The file that programs find at `path`; NULL if there is none.
File *names_find(const Names *names, const char *path);

/// Changes names, not durably. Either path can be NULL.
void names_change(Names *names, const char *removed, const char *added, File *file);

/// Makes the changes in the folder of `path` durable.
void names_sync_folder(Names *names, const char *path);

/// Decides for each change whether it has reached the disk, and makes the result the names.
void names_lose_power(Names *names, uint64_t key);

/// Whether a name or an unsynced change refers to `file`.
bool names_refer_to(const Names *names, const File *file);

/// Frees the memory.
void names_free(Names *names);

#endif
