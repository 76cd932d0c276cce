// What the thread sanitizer does not see by itself: Swift's Mutex on Linux. A lock that is free is taken by an atomic
// exchange, which is compiled into the caller and seen; one that is not is waited for in the standard library, which is
// not instrumented, and the kernel hands it over. Preloaded into the tests, this stands in front of the system call and
// says what the handing over means: all that was done under the lock happens before what is done after it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

// Of the sanitizer's runtime, which stands in the program; absent in programs that are not instrumented.
__attribute__((weak)) void __tsan_acquire(void *lock);
__attribute__((weak)) void __tsan_release(void *lock);

typedef long SystemCall(long, long, long, long, long, long, long);

static SystemCall *next;

__attribute__((constructor)) static void find_next(void) { next = (SystemCall *)dlsym(RTLD_NEXT, "syscall"); }

long syscall(long number, ...) {
    long arguments[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) arguments[i] = va_arg(list, long);
    va_end(list);
    if (!next) find_next();

    const int command = number == SYS_futex ? (int)arguments[1] & FUTEX_CMD_MASK : -1;
    void *const lock = (void *)arguments[0];
    if (command == FUTEX_UNLOCK_PI && __tsan_release) __tsan_release(lock);
    const long result =
        next(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    const int takes = command == FUTEX_LOCK_PI || command == FUTEX_TRYLOCK_PI;
    if (takes && result == 0 && __tsan_acquire) __tsan_acquire(lock);
    return result;
}
