import CommandLineOptions
import FoundationEssentials
import Glibc
import Tender

/// The output of a command: text, or one JSON object and the rest on stderr.
struct Output: Sendable {
    static let json = Option(flag: "json", "print one JSON object on stdout instead of text")

    /// Whether stdout holds one JSON object.
    let isJSON: Bool

    /// Writes a line of the result; not with JSON.
    func line(_ text: String) {
        if !isJSON { Self.write(text + "\n", to: STDOUT_FILENO) }
    }

    /// Writes a remark that is not a result, without any password that may be in it.
    func remark(_ text: String) { Self.write(text.withoutCredentials + "\n", to: STDERR_FILENO) }

    /// Writes the result as a JSON object; not with text.
    func object(_ value: some Encodable) { object(value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]) }

    /// Writes the result as a JSON object with keys in snake case; not with text.
    func snakeCaseObject(_ value: some Encodable) {
        object(value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes], .convertToSnakeCase)
    }

    /// Writes one of many results as a JSON object on a line of its own; not with text.
    func objectLine(_ value: some Encodable) { object(value, [.sortedKeys, .withoutEscapingSlashes]) }

    private func object(
        _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting,
        _ keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    ) {
        guard isJSON else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.keyEncodingStrategy = keys
        guard let data = try? encoder.encode(value) else {
            Self.write(#"{"outcome":"failed"}"# + "\n", to: STDOUT_FILENO)
            return Self.note("it is no JSON")
        }
        Self.write(String(decoding: data, as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }

    // MARK: - Output failures

    /// Whether part of the result could not be written: then nobody saw it, and nothing of it may be claimed.
    var hasFailed: Bool { Self.failure != nil }

    /// Ends a command: reports what could not be shown, and returns the exit code.
    ///
    /// It is called at the one place where the program ends, so that no command can forget it.
    func end(_ code: ExitCode) -> ExitCode {
        guard let failure = Self.failure else { return code }
        remark(
            """
            tender: the result could not be shown (\(failure)). What the command did stays done: check tender pending or \
            tender show before you run it again
            """)
        return code.whenNotShown
    }

    private static let failures = Guarded<String?>(nil)

    /// The reason that something could not be written; `nil` when all of it was.
    private static var failure: String? {
        // Some file systems withhold a failure until a descriptor is closed.
        let copy = dup(STDOUT_FILENO)
        if copy >= 0, close(copy) != 0 { note(String(cString: strerror(errno))) }
        return failures.withLock { $0 }
    }

    private static func note(_ reason: String) { failures.withLock { $0 = $0 ?? reason } }

    /// Writes all of it, or as much as the other end accepts.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || (errno == EAGAIN && waitForRoom(descriptor)) { continue }
            guard count > 0 else {
                let reason = String(cString: strerror(errno))
                if descriptor == STDOUT_FILENO { note(reason) }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Waits until there is room; a non-blocking pipe, as some programs hand over, is not a failure while somebody
    /// reads it.
    private static func waitForRoom(_ descriptor: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wanted, 1, -1) > 0 || errno == EINTR
    }
}
