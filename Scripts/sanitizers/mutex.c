// What the thread sanitizer does not see by itself: Swift's Mutex on Linux where two threads want it at once. A lock
// that is free is taken by an atomic exchange, which is compiled into the caller and seen; one that is not is waited
// for in the standard library, which is not instrumented. Preloaded into the tests, these functions stand in front of
// the library's and say what they mean: all that was done under a lock happens before what is done under it next.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Of the sanitizer's runtime, which stands in the program; absent in programs that are not instrumented.
__attribute__((weak)) void __tsan_acquire(void *lock);
__attribute__((weak)) void __tsan_release(void *lock);

SWIFT void lock_slowly(uint32_t thread, SELF void *lock) __asm__(LOCK);
SWIFT bool try_lock_slowly(SELF void *lock) __asm__(TRY_LOCK);
SWIFT void unlock_slowly(SELF void *lock) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF void *lock) {
    SWIFT void (*next)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
    next(thread, lock);
    if (__tsan_acquire) __tsan_acquire(lock);
}

SWIFT bool try_lock_slowly(SELF void *lock) {
    SWIFT bool (*next)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK);
    const bool taken = next(lock);
    if (taken && __tsan_acquire) __tsan_acquire(lock);
    return taken;
}

SWIFT void unlock_slowly(SELF void *lock) {
    SWIFT void (*next)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(lock);
    next(lock);
}
