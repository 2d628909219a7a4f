import SimulatedCard
import SimulatedDevices
import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel

/// The chip cards of a shop's customers, each with its own counters, and the product's kernel that reads them.
///
/// It carries out what a `ContactMachine` decides, without a wait.
struct ChipWallet {
    /// What a cryptogram is over.
    struct Promise {
        /// The name of the card.
        let card: String
        /// Its place among the readings of all cards.
        let reading: UInt64
        /// In minor units.
        let amount: Int64
        /// Whether the card makes a new one each time.
        let isHonest: Bool
    }

    /// What goes wrong with a card.
    enum Mishap {
        /// It is taken out before the command with this number, from 1.
        case pulled(at: Int64)
        /// It executes the command with this number, and the answer is lost.
        case silent(at: Int64)
        /// It is a clone that repeats its first cryptogram.
        case replays
        /// Its signature is over other data.
        case signsWrongly
    }

    /// The cryptograms that the kernel took, as receipts show them.
    private(set) var promises: [String: Promise] = [:]
    private var cards = Self.fresh
    private let seed: UInt64
    private var reads: UInt64 = 0
    private var draws: UInt64 = 0

    init(seed: UInt64) { self.seed = seed }

    /// The rules of the shop's terminals.
    private static let configuration = try? SimulatedTerminal.configuration().withoutQuestions
    /// The day on which the shop opens, as cards know it, and the time.
    private static let (day, time): ([UInt8], [UInt8]) = ([0x27, 0x01, 0x15], [0x08, 0x00, 0x00])

    /// The cards as their issuers hand them out; making one takes as long as many sales.
    private static let fresh: [String: ChipCard] = {
        var profiles = Dictionary(
            ["visa", "visaDebit", "mastercard", "onlinePinCvm", "amex", "chargeDeclined", "partiallyApproved", "jcb"]
                .compactMap { name in (try? SimulatedCard.named(name)).map { (name, ChipProfile(card: $0)) } }
        ) { $1 }
        for (place, flaw) in [ChipFlaw.replayedCryptogram, .wrongDynamicSignature].enumerated() {
            var profile = ChipProfile(flaw: flaw)
            // Another card for the same account, whose counters are its own.
            profile.sequence = UInt8(2 + place)
            profiles[flaw.rawValue] = profile
        }
        return profiles.compactMapValues { try? ChipCard($0) }
    }()

    /// Whether a card has a chip.
    func hasChip(_ card: SimulatedCard) -> Bool { cards[card.name] != nil }

    /// Pays an amount with a card's chip.
    ///
    /// - Returns: The data for the gateway and the cryptogram; `nil` if the card could not be read.
    /// - Throws: `ContactFault` for a mistake of the kernel, or of whoever drives it.
    mutating func pay(
        _ amount: Amount, with card: SimulatedCard, _ mishap: Mishap?, device: UInt32
    ) throws(ContactFault) -> (payload: EncryptedPayload, cryptogram: String)? {
        reads += 1
        let name =
            switch mishap {
            case .replays: ChipFlaw.replayedCryptogram.rawValue
            case .signsWrongly: ChipFlaw.wrongDynamicSignature.rawValue
            case .pulled, .silent, nil: card.name
            }
        guard var chip = cards[name], let machine = machine(for: amount) else { return nil }
        defer { cards[name] = chip }
        // Whoever made the clone saw a cryptogram before.
        if case .replays? = mishap { _ = try run(machine, on: &chip, nil) }
        guard case .onlineRequired(let result)? = try run(machine, on: &chip, mishap),
            let payload = try? CardPayload(chip: result.payload, amount: amount).seal(device: device, counter: reads)
        else { return nil }
        let cryptogram = Hex.encode(result.cryptogram).uppercased()
        if promises[cryptogram] == nil {
            let isHonest = name != ChipFlaw.replayedCryptogram.rawValue
            promises[cryptogram] = Promise(
                card: name, reading: reads, amount: amount.minorUnits, isHonest: isHonest)
        }
        return (payload, cryptogram)
    }

    private func machine(for amount: Amount) -> ContactMachine? {
        guard let configuration = Self.configuration, let units = UInt64(exactly: amount.minorUnits),
            let currency = Hex.decode("0" + amount.currency.number), let date = EMVDate(bytes: Self.day),
            let transaction = ContactTransaction(
                amount: units, currency: currency, date: date, time: Self.time, sequenceNumber: UInt32(reads),
                isQuick: true)
        else { return nil }
        return ContactMachine(configuration: configuration, transaction: transaction)
    }

    private mutating func run(
        _ machine: ContactMachine, on card: inout ChipCard, _ mishap: Mishap?
    ) throws(ContactFault) -> ContactOutcome? {
        var machine = machine
        var commands: Int64 = 0
        var event: ContactEvent? = .started
        _ = card.powerOn()
        while let next = event {
            event = nil
            for action in try machine.handle(next) {
                switch action {
                case .finish(let outcome): return outcome
                case .transmit(let command):
                    commands += 1
                    event = Self.answer(of: &card, to: command, commands, mishap)
                case .drawRandom(let count): event = .randomDrawn(SecretBytes((0..<count).map { _ in random() }))
                case .lookUp: event = .lookedUp(isListed: false, loggedAmount: 0)
                // There is no PIN pad, and nobody is asked.
                case .choose, .confirm, .askPIN, .sayTryAgain, .sayWrongPIN, .stopPIN, .startTimer, .conclude: break
                }
            }
        }
        return nil
    }

    private static func answer(
        of card: inout ChipCard, to command: SecretBytes, _ number: Int64, _ mishap: Mishap?
    ) -> ContactEvent {
        if case .pulled(number)? = mishap { return .cardRemoved }
        let answer = card.exchange(command.withUnsafeBytes { [UInt8]($0) })
        if case .silent(number)? = mishap { return .cardFailed }
        return switch answer {
        case .bytes(let bytes): .answered(SecretBytes(bytes))
        case .silence: .cardFailed
        case .removed: .cardRemoved
        }
    }

    private mutating func random() -> UInt8 {
        draws += 1
        return UInt8(truncatingIfNeeded: SplitMix64.draw(seed, draws))
    }
}
