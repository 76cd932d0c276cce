// Counts heap allocations, by standing in front of the C library's allocator.

#pragma once

#include <stdint.h>

/// The calling thread's allocations so far, of any size; 0 where counting is not possible.
uint64_t allocation_count(void);
