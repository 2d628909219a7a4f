/// What bytes are taken for when they are explained.
public enum EMVSubject: String, Hashable, Sendable, CaseIterable {
    /// BER-TLV data objects.
    case tlv
    /// A data object list.
    case dol
    /// An answer to reset.
    case atr
    /// An application interchange profile.
    case aip
    /// An application file locator.
    case afl
    /// Terminal verification results.
    case tvr
    /// Transaction status information.
    case tsi
    /// A list of cardholder verification methods.
    case cvmList = "cvm-list"
    /// Cardholder verification method results.
    case cvmResults = "cvm-results"
    /// An application usage control.
    case auc
    /// Cryptogram information data.
    case cid
    /// Issuer application data.
    case iad
    /// Terminal transaction qualifiers.
    case ttq
    /// Card transaction qualifiers.
    case ctq
    /// Track 2 equivalent data.
    case track2
    /// A command to a card.
    case command
    /// A card's answer: data and a status word.
    case answer

    /// Guesses what bytes are: an answer to reset, a command, a bare status word, an answer, or data objects.
    public init(guessing bytes: [UInt8]) {
        if bytes.count >= 2, ATR(bytes).faults.isEmpty {
            self = .atr
        } else if let command = try? CommandAPDU(parsing: bytes), EMVSession.isKnown(command) {
            self = .command
        } else if Self.isAnswer(bytes) {
            self = .answer
        } else {
            self = .tlv
        }
    }

    /// The tag whose values they are; `nil` if they are more than one value.
    var tag: TLV.Tag? {
        switch self {
        case .tlv, .dol, .atr, .command, .answer: nil
        case .aip: 0x82
        case .afl: 0x94
        case .tvr: 0x95
        case .tsi: 0x9B
        case .cvmList: 0x8E
        case .cvmResults: 0x9F34
        case .auc: 0x9F07
        case .cid: 0x9F27
        case .iad: 0x9F10
        case .ttq: 0x9F66
        case .ctq: 0x9F6C
        case .track2: 0x57
        }
    }

    /// A status word, perhaps behind data objects; 9000 is one, although it could be an empty certificate.
    private static func isAnswer(_ bytes: [UInt8]) -> Bool {
        let end = bytes.suffix(2)
        guard isStatusWord(end) else { return false }
        return bytes.count == 2 || isTLV(bytes.dropLast(2)) && (end == [0x90, 0x00] || !isTLV(bytes))
    }

    private static func isStatusWord(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.count == 2, let first = bytes.first else { return false }
        return (0x61...0x6F).contains(first) || first == 0x90 || first == 0x91
    }

    private static func isTLV(_ bytes: some Collection<UInt8>) -> Bool { (try? TLV([UInt8](bytes))) != nil }
}

extension EMVExplainer {
    /// Explains bytes as what they are taken for.
    public static func explain(_ bytes: [UInt8], as subject: EMVSubject) -> EMVExplanation {
        if let tag = subject.tag { return explain(tag, bytes) }
        switch subject {
        case .atr: return explain(atr: bytes)
        case .dol: return explain(list: bytes)
        case .command:
            var session = EMVSession()
            return session.explain(command: bytes)
        case .answer:
            var session = EMVSession()
            return session.explain(answer: bytes)
        default: return explain(objects: bytes)
        }
    }

    /// Explains a log, one part a command or an answer.
    public static func explain(_ log: APDULog) -> EMVExplanation {
        var session = EMVSession()
        var told = EMVExplanation("log", count: log.lines.count)
        told.text = log.description
        for line in log.lines {
            told.parts.append(
                line.isCommand ? session.explain(command: line.bytes) : session.explain(answer: line.bytes))
        }
        return told
    }

    private static func explain(atr bytes: [UInt8]) -> EMVExplanation {
        let atr = ATR(bytes)
        var told = EMVExplanation("answer to reset", count: bytes.count)
        told.value = hex(bytes)
        told.notes = atr.explanation
        if atr.isOfContactlessCard {
            told.notes.append("A reader made it up for a contactless card.")
        } else {
            told.notes += atr.emvFaults().map { "EMV rejects it: " + $0.sentence }
        }
        told.fault = atr.faults.isEmpty ? nil : atr.faults.map(\.sentence).joined(separator: " ")
        return told
    }

    private static func explain(list bytes: [UInt8]) -> EMVExplanation {
        let meaning = EMVMeaning(list: bytes)
        var told = EMVExplanation("data object list", count: bytes.count)
        told.value = hex(bytes)
        told.text = meaning.text
        told.notes = meaning.notes
        told.fault = meaning.fault
        return told
    }
}
