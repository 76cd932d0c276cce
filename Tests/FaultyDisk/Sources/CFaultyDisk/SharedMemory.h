#ifndef SHAREDMEMORY_H
#define SHAREDMEMORY_H

#include <stdbool.h>

#include "File.h"

// The index of a write-ahead log in the memory of the process, shared by the connections to one database. It does not
// survive a power loss; SQLite builds it anew from the log.

/// Gives the address of a region; NULL if it does not exist and `extends` is false. Returns an SQLite result code.
int memory_map(Handle *handle, int region, int size, bool extends, void volatile **address);

/// Locks or unlocks slots. Returns an SQLite result code.
int memory_lock(Handle *handle, int offset, int count, int flags);

/// Releases the handle's use. The last handle frees the memory.
void memory_unmap(Handle *handle);

/// Separates the memory from its file. Handles keep their addresses until they unmap.
void memory_detach(File *file);

#endif
