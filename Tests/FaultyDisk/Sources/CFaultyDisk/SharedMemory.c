#include "SharedMemory.h"

#include <stdlib.h>
#include <string.h>

struct SharedMemory {
    /// NULL after the memory was detached.
    File *file;
    int handles;
    void **regions;
    int count;
    /// For each slot the number of shared locks; -1 for an exclusive lock.
    int locks[SQLITE_SHM_NLOCK];
};

static SharedMemory *attach(Handle *handle) {
    if (handle->memory) return handle->memory;
    SharedMemory *memory = handle->file->memory;
    if (!memory) {
        memory = calloc(1, sizeof *memory);
        if (!memory) return NULL;
        memory->file = handle->file;
        handle->file->memory = memory;
    }
    memory->handles++;
    handle->memory = memory;
    return memory;
}

int memory_map(Handle *handle, int region, int size, bool extends, void volatile **address) {
    *address = NULL;
    SharedMemory *memory = attach(handle);
    if (!memory) return SQLITE_IOERR_NOMEM;
    if (region >= memory->count && !extends) return SQLITE_OK;
    while (memory->count <= region) {
        void **regions = realloc(memory->regions, sizeof(void *) * (size_t)(memory->count + 1));
        if (!regions) return SQLITE_IOERR_NOMEM;
        memory->regions = regions;
        regions[memory->count] = calloc(1, (size_t)size);
        if (!regions[memory->count]) return SQLITE_IOERR_NOMEM;
        memory->count++;
    }
    *address = memory->regions[region];
    return SQLITE_OK;
}

static void unlock(Handle *handle, int slot) {
    uint32_t bit = 1u << slot;
    if (handle->exclusive_slots & bit) handle->memory->locks[slot] = 0;
    if (handle->shared_slots & bit) handle->memory->locks[slot]--;
    handle->exclusive_slots &= ~bit;
    handle->shared_slots &= ~bit;
}

int memory_lock(Handle *handle, int offset, int count, int flags) {
    SharedMemory *memory = handle->memory;
    if (!memory) return SQLITE_IOERR_SHMLOCK;
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int slot = offset; slot < offset + count; slot++) unlock(handle, slot);
        return SQLITE_OK;
    }
    bool is_shared = flags & SQLITE_SHM_SHARED;
    uint32_t *held = is_shared ? &handle->shared_slots : &handle->exclusive_slots;
    for (int slot = offset; slot < offset + count; slot++) {
        if (*held & 1u << slot) continue;
        if (is_shared ? memory->locks[slot] < 0 : memory->locks[slot] != 0) return SQLITE_BUSY;
    }
    for (int slot = offset; slot < offset + count; slot++) {
        if (*held & 1u << slot) continue;
        memory->locks[slot] = is_shared ? memory->locks[slot] + 1 : -1;
        *held |= 1u << slot;
    }
    return SQLITE_OK;
}

void memory_unmap(Handle *handle) {
    SharedMemory *memory = handle->memory;
    if (!memory) return;
    for (int slot = 0; slot < SQLITE_SHM_NLOCK; slot++) unlock(handle, slot);
    handle->memory = NULL;
    if (--memory->handles > 0) return;
    if (memory->file) memory->file->memory = NULL;
    for (int i = 0; i < memory->count; i++) free(memory->regions[i]);
    free(memory->regions);
    free(memory);
}

void memory_detach(File *file) {
    if (file->memory) file->memory->file = NULL;
    file->memory = NULL;
}
