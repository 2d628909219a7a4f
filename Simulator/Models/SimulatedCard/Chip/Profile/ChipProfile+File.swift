import TenderBytes

/// A personalisation file has a setting and its value on each line; what follows `#` is a comment:
///
///     card offlinePinCvm
///     authentication cda      # none, sda, dda, cda
///     keys large              # small, usual, large
///     application A0000000031010 VISA DEBIT
///     pin 4321
///     fault silence 4         # silence, torn, removal; the number of the command
extension ChipProfile {
    /// The size that a file may have, in bytes.
    public static let fileByteLimit = 65_536

    /// Reads a personalisation file.
    ///
    /// - Throws: `ChipProfileError` for the first line that is wrong.
    public init(file text: String) throws(ChipProfileError) {
        guard text.utf8.count <= Self.fileByteLimit else { throw .tooLong }
        var profile: ChipProfile?
        var applications: [CardApplication] = []
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let setting = words.first else { continue }
            if profile == nil {
                guard setting == "card", words.count == 2 else { throw .noCard }
                profile = ChipProfile(card: try Self.card(words[1]))
            } else if setting == "application" {
                applications.append(try Self.application(Array(words.dropFirst()), line: place + 1))
            } else {
                try profile?.set(setting, Array(words.dropFirst()), line: place + 1)
            }
        }
        guard var profile else { throw .noCard }
        if !applications.isEmpty { profile.applications = applications }
        self = profile
    }

    /// A name of 5 to 16 bytes in hexadecimal, and a label of at most 16 characters (EMV, Book 1, 12.2).
    private static func application(_ words: [String], line: Int) throws(ChipProfileError) -> CardApplication {
        let label = words.dropFirst().joined(separator: " ")
        guard let name = words.first, let bytes = Hex.decode(name), (5...16).contains(bytes.count),
            (1...16).contains(label.utf8.count), label.allSatisfy(\.isASCII)
        else { throw .invalidValue(line: line, setting: "application") }
        return CardApplication(identifier: name.uppercased(), label: label)
    }

    private static func card(_ name: String) throws(ChipProfileError) -> SimulatedCard {
        do throws(SimulatedCardError) { return try .named(name) } catch { throw .unknownCard(error) }
    }

    private mutating func set(_ setting: String, _ values: [String], line: Int) throws(ChipProfileError) {
        let invalid = ChipProfileError.invalidValue(line: line, setting: setting)
        if setting == "fault" {
            guard let fault = ChipFault(words: values) else { throw invalid }
            return faults.append(fault)
        }
        guard values.count == 1 else { throw Self.settings.contains(setting) ? invalid : .unknownSetting(line: line) }
        guard let isSet = assign(setting, values[0]) else { throw .unknownSetting(line: line) }
        guard isSet else { throw invalid }
    }

    private static let settings: Set = [
        "sequence", "protocol", "authentication", "keys", "scheme", "directory", "confirmation", "options",
        "proof", "pin", "tries",
        "verification", "transactions", "lastOnline", "lower", "upper", "state", "flaw", "seed",
    ]

    /// Returns whether the value is one that the setting can have; `nil` for an unknown setting.
    private mutating func assign(_ setting: String, _ value: String) -> Bool? {
        switch setting {
        case "sequence": Self.put(UInt8(value).flatMap { $0 < 100 ? $0 : nil }, in: &sequence)
        case "protocol": Self.put(ChipProtocol(rawValue: value), in: &transport)
        case "authentication": Self.put(OfflineAuthentication(rawValue: value), in: &authentication)
        case "keys": Self.put(CardKeySizes(rawValue: value), in: &keys)
        case "scheme": Self.put(CryptogramScheme(rawValue: value), in: &scheme)
        case "directory": Self.put(["yes": true, "no": false][value], in: &hasDirectory)
        case "confirmation": Self.put(["yes": true, "no": false][value], in: &wantsConfirmation)
        case "options": Self.put(["yes": true, "no": false][value], in: &asksForOptions)
        case "proof": Self.put(["yes": true, "no": false][value], in: &wantsIssuerProof)
        case "pin": Self.put(Self.pin(value), in: &pin)
        case "tries": Self.put(UInt8(value).flatMap { $0 < 4 ? $0 : nil }, in: &pinTries)
        case "verification": Self.put(Self.rules(value), in: &verificationRules)
        default: assignState(setting, value)
        }
    }

    private mutating func assignState(_ setting: String, _ value: String) -> Bool? {
        switch setting {
        case "transactions": Self.put(UInt16(value), in: &transactionCount)
        case "lastOnline": Self.put(UInt16(value), in: &lastOnlineCount)
        case "lower": Self.put(UInt8(value), in: &lowerOfflineLimit)
        case "upper": Self.put(UInt8(value), in: &upperOfflineLimit)
        case "state": Self.put(ChipState(rawValue: value), in: &state)
        case "flaw": Self.put(ChipFlaw(rawValue: value).map(Optional.some), in: &flaw)
        case "seed": Self.put(UInt64(value), in: &seed)
        default: nil
        }
    }

    private static func put<Value>(_ value: Value?, in place: inout Value) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }

    private static func pin(_ text: String) -> SecretBytes? {
        let isPIN = (4...12).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isPIN ? SecretBytes(utf8: text) : nil
    }

    private static func rules(_ text: String) -> [UInt8]? {
        guard let bytes = Hex.decode(text), bytes.count <= 40, bytes.count.isMultiple(of: 2) else { return nil }
        return bytes
    }
}

extension ChipFault {
    fileprivate init?(words: [String]) {
        guard words.count == 2, let command = Int(words[1]), command > 0 else { return nil }
        switch words[0] {
        case "silence": self = .silence(at: command)
        case "torn": self = .torn(at: command)
        case "removal": self = .removal(at: command)
        default: return nil
        }
    }
}
