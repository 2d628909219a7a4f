import SimulatedCard
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderCrypto

@testable import TenderEMV
@testable import TenderReaders

/// A reader with a simulated chip card in it, and a customer before it, who carry out what the kernel wants.
///
/// T=0 is the library's own exchange. Under T=1 the card takes commands as they are.
struct ChipDesk {
    private(set) var card: ChipCard
    /// Who answers for the issuer; `nil` if it is not asked.
    var host: ChipHost?
    /// What the customer enters, one PIN after the other; the last one again and again.
    private var pins: [String]
    private var pad: SimulatedPINPad
    private var numbers = Numbers(state: 7)
    /// The status words that the kernel got.
    private(set) var statuses: [UInt16] = []
    /// The blocks that the card got.
    private(set) var blockCount = 0
    /// How many of them came before the issuer's answer.
    private(set) var firstBlockCount = 0

    init(_ profile: ChipProfile, pins: [String] = ["1234"], pad: SimulatedPINPad? = nil) throws {
        card = try ChipCard(profile)
        self.pins = pins
        self.pad = try pad ?? SimulatedPINPad()
    }

    /// Puts the card in, and plays a transaction to its end.
    mutating func pay(
        at configuration: ContactConfiguration? = ChipTerminal.usual,
        _ transaction: ContactTransaction? = ContactSamples.transaction(pad: ChipTerminal.pad)
    ) -> ContactPlay? {
        _ = card.powerOn()
        statuses = []
        blockCount = 0
        var play = configuration.flatMap { ContactPlay($0, transaction) }
        play?.run { carryOut($1) }
        return play
    }

    private mutating func carryOut(_ action: ContactAction) -> ContactEvent? {
        switch action {
        case .transmit(let command): exchange(command.open)
        case .choose: .chosen(0)
        case .confirm: .confirmed(true)
        case .drawRandom(let count):
            .randomDrawn(SecretBytes((0..<count).map { _ in UInt8.random(in: 0...0xFF, using: &numbers) }))
        case .askPIN(let request): enter(request)
        case .lookUp: .lookedUp(isListed: false, loggedAmount: 0)
        case .finish(.onlineRequired(let result)) where !result.isCardDone: askHost(result)
        case .sayTryAgain, .sayWrongPIN, .stopPIN, .startTimer, .finish, .conclude: nil
        }
    }

    private mutating func askHost(_ result: ContactResult) -> ContactEvent? {
        firstBlockCount = blockCount
        return (try? ChipAuthorization(result, card.profile)).flatMap { host?.answer($0) }
    }

    private mutating func exchange(_ command: [UInt8]) -> ContactEvent {
        let event = card.profile.transport == .t0 ? exchangeBlocks(command) : transmit(command)
        if case .answered(let bytes) = event, bytes.count > 1 {
            statuses.append(bytes.open.suffix(2).reduce(0) { $0 << 8 | UInt16($1) })
        }
        return event
    }

    private mutating func transmit(_ bytes: [UInt8]) -> ContactEvent {
        blockCount += 1
        return switch card.transmit(bytes) {
        case .bytes(let answer): .answered(SecretBytes(answer))
        case .silence: .cardFailed
        case .removed: .cardRemoved
        }
    }

    private mutating func exchangeBlocks(_ bytes: [UInt8]) -> ContactEvent {
        guard let command = try? CommandAPDU(parsing: bytes),
            var exchange = T0Exchange(command, getResponseClass: 0)
        else { return .cardFailed }
        var step = exchange.begin()
        while case .send(let block, _, _) = step {
            let event = transmit(block)
            guard case .answered(let answer) = event else { return event }
            step = exchange.receive(answer.open)
        }
        guard case .done(let answer) = step else { return .cardFailed }
        return .answered(SecretBytes(answer))
    }

    private mutating func enter(_ request: PINRequest) -> ContactEvent? {
        let pin = SecretBytes(utf8: pins.count > 1 ? pins.removeFirst() : pins[0])
        switch request.purpose {
        case .digits: return .pinEnded(.digits(pin))
        case .verifyOnReader(let template):
            guard let block = try? PINBlock.Format2.block(pin) else { return nil }
            let event = exchange(template.prefix(5) + block.open)
            guard case .answered(let answer) = event else { return event }
            return .pinEnded(.verified(answer))
        case .issuer(let number):
            let random = SecretBytes((0..<8).map { _ in UInt8.random(in: 0...0xFF, using: &numbers) })
            let block = try? pad.encipher(pin, accountNumber: number, random: random)
            return block.map { .pinEnded(.enciphered($0)) }
        }
    }
}

extension ContactPlay {
    /// What the acquirer makes of the results for the issuer of a simulated card; `nil` if there are none.
    func request(_ profile: ChipProfile) throws -> ChipAuthorization? { try outcome?.result?.request(profile) }

    /// The outcome, or the fault; and what the issuer says to what is sent online.
    func judged(_ profile: ChipProfile, by issuer: inout ChipIssuer) throws -> String {
        guard let outcome else { return fault.map { "fault \($0)" } ?? "no end" }
        guard case .onlineRequired = outcome, let request = try request(profile) else { return outcome.words }
        return outcome.words + ", " + (issuer.judge(request).refusal?.declineCode ?? "approved")
    }
}

extension ContactResult {
    /// What the acquirer makes of it for the issuer of a simulated card.
    func request(_ profile: ChipProfile) throws -> ChipAuthorization {
        let data = try TLV(issuerData.open)
        var objects = [UInt16: [UInt8]](
            data.elements.map { (UInt16(truncatingIfNeeded: $0.tag.rawValue), [UInt8](data.value($0))) }
        ) { first, _ in first }
        objects[0x5F24] = expiry.bytes
        let isItsNumber = accountNumber.digitText == profile.card.number
        return ChipAuthorization(
            card: isItsNumber ? profile.card : nil, scheme: profile.scheme, objects: objects, pinBlock: pin?.block,
            pinKeySerialNumber: pin?.keySerialNumber)
    }
}
