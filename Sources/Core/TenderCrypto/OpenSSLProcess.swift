import COpenSSL

/// OpenSSL in this process.
public enum OpenSSLProcess {
    /// Keeps OpenSSL's state until the process is gone; must be called before anything else uses it.
    ///
    /// By default the library tears it down when `exit` begins, under the threads that still run: one that opened a TLS
    /// connection then crashed, and the program's exit code with it.
    public static func keepUntilExit() { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }
}
