import TenderFlow
import TenderModel

/// The reason that a NEO reader could not finish a transaction (NEO 2 Interface Developer's Guide, tables 8 and 9).
public struct NEOFailure: Hashable, Sendable {
    /// The error code.
    public var code: UInt8
    /// The card's last status word; zero if there is none.
    public var statusWord: UInt16
    /// The stage of the dialog with a contactless card at which it happened.
    public var state: UInt8

    /// Creates a failure.
    public init(code: UInt8, statusWord: UInt16 = 0, state: UInt8 = 0) {
        self.code = code
        self.statusWord = statusWord
        self.state = state
    }

    /// Parses the data of a failed answer: in a data object after an attribute byte (02-40), or bare (02-01).
    init?(_ data: [UInt8]) {
        let objects = NEODataObject.list(data.dropFirst()) ?? []
        let bytes = objects.first { $0.tag == .failure }?.value ?? data
        guard bytes.count >= 4 else { return nil }
        self.init(code: bytes[0], statusWord: UInt16(bytes[1]) << 8 | UInt16(bytes[2]), state: bytes[3])
    }

    /// The data of a failed answer to 02-40.
    public var data: [UInt8] {
        let word = [UInt8(statusWord >> 8), UInt8(truncatingIfNeeded: statusWord)]
        return [NEOAttributes.contactless] + NEODataObject(.failure, [code] + word + [state]).encoded
    }

    /// Several cards were presented at once.
    public static let collision: UInt8 = 0x21
    /// The card was removed, or did not answer.
    public static let cardCommunication: UInt8 = 0x24

    /// The reaction to a failure.
    enum Remedy: Hashable, Sendable {
        /// Request the card again.
        case again(ReaderDisplayMessage)
        /// Request the chip or the stripe.
        case anotherWay
        /// Give up.
        case giveUp(ReaderError)
    }

    var remedy: Remedy {
        switch code {
        case 0x02, 0x22: .anotherWay
        case Self.collision: .again(.multipleContactlessCardsDetected)
        case Self.cardCommunication, 0x30: .again(.cardRemovedTooEarly)
        case 0x27: .giveUp(.cardNotRead(.notSupported))
        default: .giveUp(.refused(description))
        }
    }
}

extension NEOFailure: CustomStringConvertible {
    /// A human-readable sentence.
    public var description: String {
        switch code {
        case 0x02: "the card must be inserted"
        case 0x20: "the card refused with \(String(statusWord, radix: 16, uppercase: true))"
        case 0x21: "there is more than one card"
        case 0x22: "the amount is too large for contactless"
        case 0x24, 0x30: "the card left too early"
        case 0x25: "the reader does not take cards of this kind"
        case 0x26: "the card has expired"
        case 0x27: "the reader does not know this kind of card"
        default: "the transaction failed in the reader with error \(code) in state \(state)"
        }
    }
}
