public import TenderBytes

/// Commands of an issuer for its card, tag 71 or 72 (EMV Book 3, 10.10).
public struct IssuerScript: Sendable {
    /// When a script is performed.
    public enum Moment: UInt8, Hashable, Sendable, CaseIterable {
        /// Before the second GENERATE AC: tag 71.
        case beforeCryptogram = 0x71
        /// After the second GENERATE AC: tag 72.
        case afterCryptogram = 0x72

        init?(_ tag: TLV.Tag) {
            guard let value = UInt8(exactly: tag.rawValue) else { return nil }
            self.init(rawValue: value)
        }

        /// The bit that says that a script failed.
        var failure: TVR {
            switch self {
            case .beforeCryptogram: .scriptFailedBefore
            case .afterCryptogram: .scriptFailedAfter
            }
        }
    }

    /// The most bytes that all scripts of an answer may have, with tags and lengths; of more, none is performed [check].
    public static let mostBytes = 128

    /// When it is performed.
    public let moment: Moment
    /// The data objects in the template, as the issuer wrote them.
    public let content: SecretBytes

    /// Creates a script, whose content is looked at when it is performed.
    public init(_ moment: Moment, content: SecretBytes) {
        self.moment = moment
        self.content = content
    }

    /// The size of scripts with their tags and lengths, in bytes.
    static func byteCount(_ scripts: [IssuerScript]) -> Int {
        scripts.reduce(0) { count, script in
            let size = script.content.count
            return count &+ size &+ (size < 0x80 ? 2 : size < 0x100 ? 3 : 4)
        }
    }
}
