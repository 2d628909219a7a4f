#ifndef KERNEL_PEER_H
#define KERNEL_PEER_H

#include <stddef.h>
#include <stdint.h>

// What the kernel's benchmarks are measured beside: plain C, and OpenSSL with everything kept that can be kept.

/// Keeps the calling thread on the processor it runs on.
void kernel_peer_pin(void);

/// How often memory was allocated in this process since it started, by any thread.
uint64_t kernel_peer_allocations(void);

/// Copies a message of at most 1024 bytes to where the next one goes too; returns its last byte.
uint8_t kernel_peer_copy(const uint8_t *bytes, size_t count);

/// Walks over data objects in BER-TLV, constructed ones included; returns a number that depends on all of them.
uint64_t kernel_peer_walk(const uint8_t *bytes, size_t count);

/// An RSA public key with a context for it; NULL when OpenSSL refuses it.
typedef struct kernel_peer_rsa kernel_peer_rsa;
kernel_peer_rsa *kernel_peer_rsa_new(const uint8_t *modulus, size_t count, unsigned long exponent);
void kernel_peer_rsa_free(kernel_peer_rsa *key);
/// The public operation; `input` and `output` have as many bytes as the modulus. Returns 1, or 0 for a failure.
int kernel_peer_rsa_run(kernel_peer_rsa *key, const uint8_t *input, uint8_t *output);

/// A block cipher with a kept context: 0 is triple DES with two keys, 1 is AES-128.
typedef struct kernel_peer_cipher kernel_peer_cipher;
kernel_peer_cipher *kernel_peer_cipher_new(int kind);
void kernel_peer_cipher_free(kernel_peer_cipher *cipher);
/// Sets the key and encrypts one block in place. Returns 1, or 0 for a failure.
int kernel_peer_cipher_run(kernel_peer_cipher *cipher, const uint8_t *key, uint8_t *block);

#endif
