#include "AllocationCounter.h"

#if defined(__GLIBC__) || (defined(__linux__) && !defined(__ANDROID__))

#include <errno.h>
#include <stddef.h>

// Per thread and not atomic, so that counting costs almost nothing. Otherwise it would slow down code that allocates
// more.
static _Thread_local uint64_t count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    *block = __libc_memalign(alignment, size);
    return *block || !size ? 0 : ENOMEM;
}

bool allocations_are_counted(void) { return true; }

uint64_t allocation_count(void) { return count; }

#else

bool allocations_are_counted(void) { return false; }

uint64_t allocation_count(void) { return 0; }

#endif
