import FoundationEssentials
import Glibc
import Tender

/// Where a command speaks: text, or one JSON object and the rest on stderr.
struct Output: Sendable {
    /// Whether stdout holds one JSON object.
    let isJSON: Bool

    /// A line of the result; not with JSON.
    func line(_ text: String) {
        if !isJSON { Self.write(text + "\n", to: STDOUT_FILENO) }
    }

    /// A remark that is no result, without a password that may stand in it.
    func remark(_ text: String) { Self.write(text.withoutCredentials + "\n", to: STDERR_FILENO) }

    /// The result as a JSON object; not with text.
    func object(_ value: some Encodable) { object(value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]) }

    /// The result as a JSON object, whose keys are written in snake case; not with text.
    func snakeCaseObject(_ value: some Encodable) {
        object(value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes], .convertToSnakeCase)
    }

    /// One of many results, as a JSON object on a line of its own; not with text.
    func objectLine(_ value: some Encodable) { object(value, [.sortedKeys, .withoutEscapingSlashes]) }

    private func object(
        _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting,
        _ keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    ) {
        guard isJSON else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.keyEncodingStrategy = keys
        let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        Self.write((text ?? #"{"outcome":"failed"}"#) + "\n", to: STDOUT_FILENO)
    }

    /// Whether something of the result could not be written: then nobody was told it.
    var hasFailed: Bool { Self.failures.withLock { $0 } }

    private static let failures = Guarded(false)

    /// Writes all of it, or as much as the other end takes.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if descriptor == STDOUT_FILENO { failures.withLock { $0 = true } }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
