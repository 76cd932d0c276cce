// Counts heap allocations by wrapping the C library's allocator.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted on this system. True on Linux with glibc.
bool allocations_are_counted(void);

/// The number of allocations of the calling thread so far, of any size; 0 when they cannot be counted.
uint64_t allocation_count(void);
