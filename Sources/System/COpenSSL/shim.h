#ifndef TENDER_COPENSSL_SHIM_H
#define TENDER_COPENSSL_SHIM_H

#include <openssl/bn.h>
#include <openssl/evp.h>

#endif
