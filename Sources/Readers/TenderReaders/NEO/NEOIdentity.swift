import TenderBytes

/// What a NEO reader says of itself.
public struct NEOIdentity: Hashable, Sendable {
    /// The name and version of its software; empty when it does not tell.
    public var firmware: String
    /// Its serial number; empty when it does not tell.
    public var serialNumber: String

    /// Describes a reader.
    public init(firmware: String, serialNumber: String) {
        self.firmware = firmware
        self.serialNumber = serialNumber
    }

    /// The model: what stands before the version in the name of the software.
    public var model: String {
        let words = firmware.split(separator: " ").prefix { word in
            !(word.lowercased().hasPrefix("v") && word.dropFirst().first?.isNumber == true)
        }
        return words.isEmpty ? "ID TECH NEO" : words.joined(separator: " ")
    }

    /// The beginning of the name of a simulated reader's software.
    public static let simulatedPrefix = "Simulated"

    /// Whether the reader says that it is simulated.
    public var isSimulated: Bool { firmware.hasPrefix(Self.simulatedPrefix) }

    /// A text of a reader: at most 64 characters, without controls and without blanks at its ends.
    static func text(_ bytes: [UInt8]) -> String {
        let words = String(decoding: bytes.prefix(64), as: UTF8.self).withoutControls.split(separator: " ")
        return words.joined(separator: " ")
    }
}
