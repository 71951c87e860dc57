#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
