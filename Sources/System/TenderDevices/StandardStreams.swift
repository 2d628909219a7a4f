import Glibc

/// The three descriptors that a program is started with.
package enum StandardStreams {
    /// Takes those that were closed; call it before anything is opened.
    ///
    /// The next file would have their number otherwise: what is printed would be written into a journal, and counted as told.
    /// Here it fails, since what takes their place cannot be written.
    package static func fill() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            // The lowest free number, which is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
