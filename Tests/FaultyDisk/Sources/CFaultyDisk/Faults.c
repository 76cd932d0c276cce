#include <string.h>

#include "Disk.h"

// What tests set and read while the disk is in use.

void faulty_disk_fail(FaultyDisk *disk, FaultyDiskOperation operation, uint32_t roles, int64_t after, int64_t times) {
    disk_lock();
    disk->faults[operation] = (Fault){roles, after, times};
    disk_unlock();
}

void faulty_disk_repair(FaultyDisk *disk) {
    disk_lock();
    memset(disk->faults, 0, sizeof disk->faults);
    disk->capacity = -1;
    disk->changes_left = -1;
    disk->ignores_syncs = false;
    disk_unlock();
}

void faulty_disk_set_capacity(FaultyDisk *disk, int64_t bytes) {
    disk_lock();
    disk->capacity = bytes;
    disk_unlock();
}

int64_t faulty_disk_used(FaultyDisk *disk) {
    disk_lock();
    int64_t used = 0;
    for (File *file = disk->files; file; file = file->next) used += file->content.visible.size;
    disk_unlock();
    return used;
}

void faulty_disk_ignore_syncs(FaultyDisk *disk, bool ignores) {
    disk_lock();
    disk->ignores_syncs = ignores;
    disk_unlock();
}

FaultyDiskCounts faulty_disk_counts(FaultyDisk *disk, uint32_t roles) {
    FaultyDiskCounts sum = {0};
    disk_lock();
    for (int i = 0; i < ROLE_COUNT; i++) {
        if (!(roles & 1u << i)) continue;
        FaultyDiskCounts *counts = &disk->counts[i];
        sum.reads += counts->reads;
        sum.writes += counts->writes;
        sum.bytes_written += counts->bytes_written;
        sum.truncations += counts->truncations;
        sum.syncs += counts->syncs;
        sum.folder_syncs += counts->folder_syncs;
    }
    disk_unlock();
    return sum;
}

int64_t faulty_disk_changes(FaultyDisk *disk) {
    disk_lock();
    int64_t result = disk->changes;
    disk_unlock();
    return result;
}

uint64_t faulty_disk_trace(FaultyDisk *disk) {
    disk_lock();
    uint64_t result = disk->trace;
    disk_unlock();
    return result;
}
