#include "Disk.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "Chance.h"
#include "SharedMemory.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void disk_lock(void) { pthread_mutex_lock(&mutex); }
void disk_unlock(void) { pthread_mutex_unlock(&mutex); }

FaultyDisk *disk_of_vfs(sqlite3_vfs *vfs) {
    FaultyDisk *disk = ((Boot *)vfs->pAppData)->disk;
    return disk && !disk->power_loss.happened ? disk : NULL;
}

FaultyDisk *disk_of_handle(Handle *handle) {
    FaultyDisk *disk = handle->disk;
    return disk && !disk->power_loss.happened ? disk : NULL;
}

FaultyDiskCounts *disk_counts(FaultyDisk *disk, uint32_t role) {
    int index = 0;
    while (index < ROLE_COUNT - 1 && !(role & 1u << index)) index++;
    return &disk->counts[index];
}

bool disk_fault_strikes(FaultyDisk *disk, FaultyDiskOperation operation, uint32_t role) {
    Fault *fault = &disk->faults[operation];
    if (fault->times == 0 || !(fault->roles & role)) return false;
    if (fault->after > 0) {
        fault->after--;
        return false;
    }
    if (fault->times > 0) fault->times--;
    disk->failures++;
    return true;
}

uint64_t disk_failure_key(const FaultyDisk *disk) { return chance_mix(disk->make.seed, disk->failures); }

bool disk_power_fails(FaultyDisk *disk, FaultyDiskOperation operation, uint32_t role) {
    disk->changes++;
    if (disk->changes_left < 0 || disk->changes_left-- > 0) return false;
    disk->power_loss = (FaultyDiskPowerLoss){true, operation, (int32_t)role};
    return true;
}

void disk_record(
    FaultyDisk *disk, FaultyDiskOperation operation, uint64_t key, int64_t offset, int64_t size, int result) {
    uint64_t event = chance_mix((uint64_t)operation, (uint64_t)result);
    event = chance_mix(chance_mix(chance_mix(event, key), (uint64_t)offset), (uint64_t)size);
    disk->trace = chance_mix(disk->trace, event);
}

int64_t disk_space(const FaultyDisk *disk) {
    if (disk->capacity < 0) return INT64_MAX;
    int64_t used = 0;
    for (File *file = disk->files; file; file = file->next) used += file->content.visible.size;
    return used < disk->capacity ? disk->capacity - used : 0;
}

File *disk_add_file(FaultyDisk *disk, const char *path) {
    File *file = calloc(1, sizeof *file);
    if (!file) abort();
    file->key = path ? chance_of_text(path) : 0;
    // At the end, so that the list is in the order of creation.
    File **end = &disk->files;
    while (*end) end = &(*end)->next;
    *end = file;
    return file;
}

void disk_release(Handle *handle) {
    FaultyDisk *disk = handle->disk;
    if (!disk) return;
    if (handle->previous) handle->previous->next = handle->next;
    else disk->handles = handle->next;
    if (handle->next) handle->next->previous = handle->previous;
    handle->file->handles--;
    handle->disk = NULL;
    handle->file = NULL;
    disk_sweep(disk);
}

void disk_sweep(FaultyDisk *disk) {
    File **place = &disk->files;
    while (*place) {
        File *file = *place;
        if (file->handles > 0 || names_refer_to(&disk->names, file)) {
            place = &file->next;
        } else {
            *place = file->next;
            memory_detach(file);
            content_free(&file->content);
            free(file);
        }
    }
}
