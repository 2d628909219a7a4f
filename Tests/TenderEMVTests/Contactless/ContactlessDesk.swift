import SimulatedCard
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderCrypto

@testable import TenderEMV

/// A contactless reader, and a customer with a simulated card or phone, who carry out what the machine wants.
struct ContactlessDesk {
    private(set) var card: ContactlessCard
    /// Whether the customer unlocks the phone when told to look at it.
    var unlocks = true
    /// Whether the customer presents a card again that has left.
    var comesAgain = true
    /// What earlier transactions left at this reader.
    var torn = TornTransactions()
    private let pin: SecretBytes
    private var pad: SimulatedPINPad
    private var numbers = Numbers(state: 7)

    init(_ profile: ContactlessProfile, pin: String = "1234") throws {
        card = try ContactlessCard(profile)
        self.pin = SecretBytes(utf8: pin)
        pad = try SimulatedPINPad()
    }

    mutating func unlock() { card.unlock() }

    /// Plays a transaction to its end.
    mutating func pay(
        _ transaction: ContactTransaction?, at configuration: ContactConfiguration? = ContactlessTerminal.usual
    ) -> ContactlessPlay? {
        var play = ContactlessPlay(configuration, transaction, torn: torn)
        play?.run { carryOut($0) }
        if let play { torn = play.machine.tornTransactions }
        return play
    }

    private mutating func carryOut(_ action: ContactlessAction) -> ContactlessEvent? {
        switch action {
        case .awaitCard(let message):
            if message == .seePhone {
                guard unlocks else { return .canceled }
                card.unlock()
            }
            guard comesAgain || message != .presentAgain else { return .canceled }
            card.present()
            return .cardPresented
        case .transmit(let command):
            return switch card.transmit(command.open) {
            case .bytes(let answer): .answered(SecretBytes(answer))
            case .silence: .cardFailed
            case .removed: .cardRemoved
            }
        case .drawRandom(let count):
            return .randomDrawn(SecretBytes((0..<count).map { _ in UInt8.random(in: 0...0xFF, using: &numbers) }))
        case .lookUp: return .lookedUp(isListed: false)
        case .askPIN(let request): return enter(request)
        case .stopPIN, .startTimer, .finish: return nil
        }
    }

    private mutating func enter(_ request: PINRequest) -> ContactlessEvent? {
        guard case .issuer(let number) = request.purpose else { return nil }
        let random = SecretBytes((0..<8).map { _ in UInt8.random(in: 0...0xFF, using: &numbers) })
        let block = try? pad.encipher(pin, accountNumber: number, random: random)
        return block.map { .pinEnded(.enciphered($0)) }
    }
}

extension ContactlessPlay {
    /// The end, and what the issuer says to what is sent online.
    func judged(_ profile: ContactlessProfile, by issuer: inout ChipIssuer) throws -> String {
        guard case .onlineRequired(let result)? = outcome else { return end }
        return end + ", " + (issuer.judge(try result.request(profile.chip)).refusal?.declineCode ?? "approved")
    }
}
