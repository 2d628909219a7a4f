import TenderBytes
import TenderModel

/// Removes secrets from texts that a server wrote.
struct Redactor: Sendable {
    private var secrets: [SecretBytes]

    init(_ secrets: [SecretBytes?]) { self.secrets = secrets.compactMap(\.self).filter { $0.count > 0 } }

    /// Returns a redactor that hides these texts too.
    func adding(_ texts: [String?]) -> Redactor {
        var redactor = self
        redactor.secrets += texts.compactMap(\.self).filter { !$0.isEmpty }.map { SecretBytes(utf8: $0) }
        return redactor
    }

    /// Returns the text with `***` for every secret and spaces for control characters, then cut at 300 characters.
    func redact(_ text: String) -> String {
        let bytes = secrets.reduce(Array(text.utf8)) { bytes, secret in
            secret.withUnsafeBytes { Self.replace($0, in: bytes) }
        }
        return String(String(decoding: bytes, as: UTF8.self).withoutControls.prefix(300))
    }

    /// Returns the error with every text redacted.
    func redact(_ error: APIError) -> APIError {
        APIError(
            type: APIErrorType(rawValue: redact(error.type.rawValue)), code: error.code.map(redact),
            declineCode: error.declineCode.map(redact), message: error.message.map(redact),
            param: error.param.map(redact), charge: error.charge.map(redact),
            adviceCode: error.adviceCode.map(redact), networkDeclineCode: error.networkDeclineCode.map(redact),
            docUrl: error.docUrl.map(redact)
        )
    }

    private static func replace(_ secret: UnsafeRawBufferPointer, in bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var result: [UInt8] = []
        while let found = rest.firstRange(of: secret) {
            result += rest[..<found.lowerBound] + "***".utf8
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}
