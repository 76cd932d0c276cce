// libsodium as a C program calls it, without wrappers.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Initialises libsodium, which selects the fastest implementations. Call it once.
bool libsodium_start(void);

/// Signs a message with `seed ‖ public key`. Writes 64 bytes.
void libsodium_sign(uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *secret_key);

/// Whether a signature is strictly valid.
bool libsodium_verify(const uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *public_key);

/// Derives the public key and `seed ‖ public key` from a seed.
void libsodium_derive(uint8_t *public_key, uint8_t *secret_key, const uint8_t *seed);

/// Whether 32 bytes are the canonical encoding of a point of the main subgroup. Addresses require less.
bool libsodium_is_valid_point(const uint8_t *point);

/// The library's version, such as "1.0.18".
const char *libsodium_version(void);
