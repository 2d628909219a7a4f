import TenderBytes

/// A NEO reader's description of itself.
public struct NEOIdentity: Hashable, Sendable {
    /// The name and version of its software; empty if it does not report them.
    public var firmware: String
    /// The serial number; empty if it does not report one.
    public var serialNumber: String

    /// Creates an identity.
    public init(firmware: String, serialNumber: String) {
        self.firmware = firmware
        self.serialNumber = serialNumber
    }

    /// The model: the part before the version in the name of the software.
    public var model: String {
        let words = firmware.split(separator: " ").prefix { word in
            !(word.lowercased().hasPrefix("v") && word.dropFirst().first?.isNumber == true)
        }
        return words.isEmpty ? "ID TECH NEO" : words.joined(separator: " ")
    }

    /// The prefix of a simulated reader's software name.
    public static let simulatedPrefix = "Simulated"

    /// Whether the reader identifies itself as simulated.
    public var isSimulated: Bool { firmware.hasPrefix(Self.simulatedPrefix) }

    /// Returns a text of a reader: at most 64 characters, without control characters and surrounding whitespace.
    static func text(_ bytes: [UInt8]) -> String {
        let words = String(decoding: bytes.prefix(64), as: UTF8.self).withoutControls.split(separator: " ")
        return words.joined(separator: " ")
    }
}
