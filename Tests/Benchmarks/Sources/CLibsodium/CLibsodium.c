#include "CLibsodium.h"

#include <sodium.h>

bool libsodium_start(void) { return sodium_init() >= 0; }

void libsodium_sign(uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *secret_key) {
    crypto_sign_detached(signature, NULL, message, count, secret_key);
}

bool libsodium_verify(const uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *public_key) {
    return crypto_sign_verify_detached(signature, message, count, public_key) == 0;
}

void libsodium_derive(uint8_t *public_key, uint8_t *secret_key, const uint8_t *seed) {
    crypto_sign_seed_keypair(public_key, secret_key, seed);
}

bool libsodium_is_valid_point(const uint8_t *point) { return crypto_core_ed25519_is_valid_point(point) == 1; }

const char *libsodium_version(void) { return sodium_version_string(); }
