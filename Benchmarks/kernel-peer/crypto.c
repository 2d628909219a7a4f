#include "kernel_peer.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

struct kernel_peer_rsa {
    EVP_PKEY *key;
    EVP_PKEY_CTX *context;
    size_t count;
};

static EVP_PKEY *make_key(const uint8_t *modulus, size_t count, unsigned long exponent) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *number = BN_bin2bn(modulus, (int)count, NULL);
    BIGNUM *power = BN_new();
    if (maker && builder && number && power && BN_set_word(power, exponent)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, number)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, power)
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(maker) == 1)
        EVP_PKEY_fromdata(maker, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    OSSL_PARAM_free(parameters);
    BN_free(power);
    BN_free(number);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(maker);
    return key;
}

kernel_peer_rsa *kernel_peer_rsa_new(const uint8_t *modulus, size_t count, unsigned long exponent) {
    kernel_peer_rsa *rsa = calloc(1, sizeof *rsa);
    if (!rsa) return NULL;
    rsa->count = count;
    rsa->key = make_key(modulus, count, exponent);
    rsa->context = rsa->key ? EVP_PKEY_CTX_new(rsa->key, NULL) : NULL;
    if (rsa->context && EVP_PKEY_verify_recover_init(rsa->context) == 1
        && EVP_PKEY_CTX_set_rsa_padding(rsa->context, RSA_NO_PADDING) == 1)
        return rsa;
    kernel_peer_rsa_free(rsa);
    return NULL;
}

void kernel_peer_rsa_free(kernel_peer_rsa *rsa) {
    if (!rsa) return;
    EVP_PKEY_CTX_free(rsa->context);
    EVP_PKEY_free(rsa->key);
    free(rsa);
}

int kernel_peer_rsa_run(kernel_peer_rsa *rsa, const uint8_t *input, uint8_t *output) {
    size_t count = rsa->count;
    return EVP_PKEY_verify_recover(rsa->context, output, &count, input, rsa->count) == 1 && count == rsa->count;
}

struct kernel_peer_cipher {
    EVP_CIPHER *algorithm;
    EVP_CIPHER_CTX *context;
    int block;
};

kernel_peer_cipher *kernel_peer_cipher_new(int kind) {
    kernel_peer_cipher *cipher = calloc(1, sizeof *cipher);
    if (!cipher) return NULL;
    cipher->algorithm = EVP_CIPHER_fetch(NULL, kind == 0 ? "DES-EDE-ECB" : "AES-128-ECB", NULL);
    cipher->context = EVP_CIPHER_CTX_new();
    if (cipher->algorithm && cipher->context
        && EVP_EncryptInit_ex2(cipher->context, cipher->algorithm, NULL, NULL, NULL) == 1
        && EVP_CIPHER_CTX_set_padding(cipher->context, 0) == 1) {
        cipher->block = EVP_CIPHER_get_block_size(cipher->algorithm);
        return cipher;
    }
    kernel_peer_cipher_free(cipher);
    return NULL;
}

void kernel_peer_cipher_free(kernel_peer_cipher *cipher) {
    if (!cipher) return;
    EVP_CIPHER_CTX_free(cipher->context);
    EVP_CIPHER_free(cipher->algorithm);
    free(cipher);
}

int kernel_peer_cipher_run(kernel_peer_cipher *cipher, const uint8_t *key, uint8_t *block) {
    int count = 0;
    // Without an algorithm the context is kept, and only its key is new.
    return EVP_EncryptInit_ex2(cipher->context, NULL, key, NULL, NULL) == 1
        && EVP_EncryptUpdate(cipher->context, block, &count, block, cipher->block) == 1 && count == cipher->block;
}
