#include "Deadline.h"

#include <errno.h>

#if defined(__APPLE__)
#define DEADLINE_CLOCK CLOCK_REALTIME
#else
#define DEADLINE_CLOCK CLOCK_MONOTONIC
#endif

static void *watch(void *context) {
    Deadline *deadline = context;
    pthread_mutex_lock(&deadline->lock);
    while (!deadline->is_over) {
        if (pthread_cond_timedwait(&deadline->changed, &deadline->lock, &deadline->end) == ETIMEDOUT) {
            deadline->has_passed = !deadline->is_over;
            break;
        }
    }
    int cancels = deadline->has_passed;
    pthread_mutex_unlock(&deadline->lock);
    if (cancels) { deadline->library->g_cancellable_cancel(deadline->cancellable); }
    return NULL;
}

int deadline_start(Deadline *deadline, const Library *library, int32_t limit_ms) {
    deadline->library = library;
    deadline->is_over = 0;
    deadline->has_passed = 0;
    clock_gettime(DEADLINE_CLOCK, &deadline->end);
    deadline->end.tv_sec += limit_ms / 1000;
    deadline->end.tv_nsec += (long)(limit_ms % 1000) * 1000000;
    if (deadline->end.tv_nsec >= 1000000000) {
        deadline->end.tv_sec += 1;
        deadline->end.tv_nsec -= 1000000000;
    }
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#if !defined(__APPLE__)
    pthread_condattr_setclock(&attributes, DEADLINE_CLOCK);
#endif
    pthread_cond_init(&deadline->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&deadline->lock, NULL);
    deadline->cancellable = library->g_cancellable_new();
    if (pthread_create(&deadline->thread, NULL, watch, deadline) == 0) { return 1; }
    library->g_object_unref(deadline->cancellable);
    pthread_mutex_destroy(&deadline->lock);
    pthread_cond_destroy(&deadline->changed);
    return 0;
}

int deadline_stop(Deadline *deadline) {
    pthread_mutex_lock(&deadline->lock);
    deadline->is_over = 1;
    pthread_cond_signal(&deadline->changed);
    pthread_mutex_unlock(&deadline->lock);
    pthread_join(deadline->thread, NULL);
    deadline->library->g_object_unref(deadline->cancellable);
    pthread_mutex_destroy(&deadline->lock);
    pthread_cond_destroy(&deadline->changed);
    return deadline->has_passed;
}
