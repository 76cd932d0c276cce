// Counts this process's heap allocations, by standing in front of the C library's allocator.

#pragma once

#include <stdint.h>

/// Allocations so far, of any size, by any thread; 0 where counting is not possible.
uint64_t allocation_count(void);
