// libsodium as a C program calls it: nothing between the caller and the library.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Chooses the fastest implementations for this machine; called once.
bool libsodium_start(void);

/// Signs a message with `seed ‖ public key`; 64 bytes come out.
void libsodium_sign(uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *secret_key);

/// Whether a signature is strictly valid.
bool libsodium_verify(const uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *public_key);

/// The public key and `seed ‖ public key` of a seed.
void libsodium_derive(uint8_t *public_key, uint8_t *secret_key, const uint8_t *seed);

/// Whether 32 bytes are the canonical encoding of a point of the main subgroup: more than addresses ask.
bool libsodium_is_valid_point(const uint8_t *point);

/// The library's version, as in "1.0.18".
const char *libsodium_version(void);
