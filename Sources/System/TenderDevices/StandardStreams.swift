import Glibc

/// The three standard descriptors of a program.
package enum StandardStreams {
    /// Opens the ones that are closed; call it before opening anything else.
    ///
    /// Otherwise the next file would get their number: output would be written into a journal, and count as shown. With
    /// this, printing fails, because the placeholder cannot be written to.
    package static func fill() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            // The lowest free number, which is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
