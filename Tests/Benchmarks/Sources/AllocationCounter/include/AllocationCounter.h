// Counts heap allocations, by standing in front of the C library's allocator.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted on this system; Linux with glibc is one where they can.
bool allocations_are_counted(void);

/// The calling thread's allocations so far, of any size; 0 where they cannot be counted.
uint64_t allocation_count(void);
