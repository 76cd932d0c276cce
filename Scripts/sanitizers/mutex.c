// Reports contended locking of Swift's Mutex on Linux to the thread sanitizer.
//
// A free lock is taken by an atomic exchange that is compiled into the caller, where the sanitizer sees it. A contended
// lock waits in the standard library, which is not instrumented. These functions are preloaded into the tests in place
// of the library's. They report that everything done under a lock happens before everything done under it next.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// From the sanitizer's runtime in the program; null in programs that are not instrumented.
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
