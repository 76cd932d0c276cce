#ifndef FLIPCASH_SECRET_DEADLINE_H
#define FLIPCASH_SECRET_DEADLINE_H

#include "Library.h"

#include <pthread.h>
#include <stdint.h>
#include <time.h>

/// Cancels the calls that carry its cancellable once the time is up.
///
/// GLib's own time limits are 25 seconds for each message and have no bound in sum; its calls do return soon after
/// their cancellable was cancelled from another thread.
typedef struct Deadline {
    const Library *library;
    GCancellable *cancellable;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct timespec end;
    int is_over;
    int has_passed;
} Deadline;

/// Starts the clock; zero when no thread can be had.
int deadline_start(Deadline *deadline, const Library *library, int32_t limit_ms);

/// Stops the clock and frees what it needed; non-zero when the time was up.
int deadline_stop(Deadline *deadline);

#endif
