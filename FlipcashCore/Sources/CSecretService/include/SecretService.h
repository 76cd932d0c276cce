#ifndef FLIPCASH_SECRET_SERVICE_H
#define FLIPCASH_SECRET_SERVICE_H

#include <stddef.h>
#include <stdint.h>

/// The desktop's secret service (org.freedesktop.secrets) through libsecret, which is looked for at run time.
///
/// No call asks the person anything: what is locked stays locked and is reported as such. Every call comes back within
/// its time limit, counted in milliseconds. `reason` receives a text without a line break, cut to its capacity.

typedef enum flipcash_secret_status {
    FLIPCASH_SECRET_OK = 0,
    /// libsecret is not installed, or lacks a function.
    FLIPCASH_SECRET_NO_LIBRARY = 1,
    /// There is no session bus, or no secret service on it.
    FLIPCASH_SECRET_NO_SERVICE = 2,
    /// The collection or an item is locked.
    FLIPCASH_SECRET_LOCKED = 3,
    /// The service did not answer in time.
    FLIPCASH_SECRET_TIMED_OUT = 4,
    /// The service refused.
    FLIPCASH_SECRET_FAILED = 5
} flipcash_secret_status;

/// One stored secret.
typedef struct flipcash_secret {
    char *owner;
    uint8_t *bytes;
    size_t count;
} flipcash_secret;

/// Where a call leaves its explanation, and how long it may take.
typedef struct flipcash_secret_call {
    int32_t limit_ms;
    char reason[256];
} flipcash_secret_call;

/// Whether a secret could be stored now.
flipcash_secret_status flipcash_secret_probe(flipcash_secret_call *call);

/// All secrets of a profile. The caller frees them with `flipcash_secret_free`.
flipcash_secret_status flipcash_secret_list(
    flipcash_secret_call *call, const char *profile, flipcash_secret **secrets, size_t *count);

/// Stores one secret, replacing that of the same profile and owner.
flipcash_secret_status flipcash_secret_store(
    flipcash_secret_call *call, const char *profile, const char *owner, const char *label, const uint8_t *bytes,
    size_t count);

/// Removes one secret; a missing one is not an error.
flipcash_secret_status flipcash_secret_remove(flipcash_secret_call *call, const char *profile, const char *owner);

/// Overwrites and frees what `flipcash_secret_list` gave.
void flipcash_secret_free(flipcash_secret *secrets, size_t count);

#endif
