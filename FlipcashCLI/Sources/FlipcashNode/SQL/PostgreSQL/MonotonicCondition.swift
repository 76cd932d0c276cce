#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A lock on which threads wait until another one signals.
///
/// Time limits are measured by the time that the machine runs. Those of Foundation's conditions and of Dispatch's
/// semaphores follow the machine's clock on Linux, so setting it would lengthen or cut short a wait.
final class MonotonicCondition: @unchecked Sendable {  // Safe: POSIX lets every thread use both.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        #if canImport(Glibc)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #else
            pthread_cond_init(condition, nil)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    /// Wakes one thread that waits.
    func signal() { pthread_cond_signal(condition) }

    /// Wakes all threads that wait.
    func broadcast() { pthread_cond_broadcast(condition) }

    /// Waits for a signal. The caller holds the lock, which others may take meanwhile. May return without a signal.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// As ``wait()``, but returns when `limit` has passed.
    func wait(for limit: Duration) {
        #if canImport(Glibc)
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            var end = timespec(.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) + limit)
            pthread_cond_timedwait(condition, mutex, &end)
        #else
            var limit = timespec(limit)
            pthread_cond_timedwait_relative_np(condition, mutex, &limit)
        #endif
    }
}

extension timespec {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}
