#ifndef TENDER_COPENSSL_SHIM_H
#define TENDER_COPENSSL_SHIM_H

#include <openssl/evp.h>

#endif
