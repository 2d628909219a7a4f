import FoundationEssentials
import TenderBytes
import TenderEMV

/// A contactless card and a customer that the input plays: each answer is the recorded one, a damaged one, or any bytes.
struct FuzzedContactlessCard {
    /// The cards that the tests of the kernels use too, from the repository that this was built in.
    private static let cards = ["kernel2", "kernel3"].compactMap { RecordedContactlessCard($0) }

    private let form: UInt8
    private let card: RecordedContactlessCard?
    private var input: FuzzInput

    init(_ bytes: [UInt8]) {
        input = FuzzInput(bytes)
        form = UInt8(input.number())
        card = Self.cards.isEmpty ? nil : Self.cards[Int(form) % Self.cards.count]
    }

    func machine() -> ContactlessMachine? {
        guard let card, let configuration = card.configuration, let today = EMVDate(bytes: [0x25, 0x01, 0x15]),
            let transaction = ContactTransaction(
                amount: [1000, 2001, 5001, 20_001][Int(form >> 1 & 3)], currency: [0x08, 0x26], date: today,
                time: [0x12, 0x34, 0x56], sequenceNumber: 1, pinPad: ContactTransaction.PINPad(rawValue: form >> 3 & 7))
        else { return nil }
        return ContactlessMachine(configuration: configuration, transaction: transaction)
    }

    /// What follows an action; `nil` for one that nothing answers.
    mutating func carryOut(_ action: ContactlessAction) -> ContactlessEvent? {
        switch action {
        case .awaitCard: input.number() & 15 == 15 ? .cardsCollided : .cardPresented
        case .transmit(let command): answer(command.withUnsafeBytes { [UInt8]($0) })
        case .drawRandom(let count): .randomDrawn(SecretBytes((0..<count).map { [0x11, 0x22, 0x33, 0x44][$0 % 4] }))
        case .lookUp: .lookedUp(isListed: input.number() & 1 == 1)
        case .askPIN: .pinEnded(input.number() & 1 == 1 ? .bypassed : .failed)
        case .stopPIN, .startTimer, .finish: nil
        }
    }

    private mutating func answer(_ command: [UInt8]) -> ContactlessEvent {
        let usual = card?.answer(command) ?? [0x6A, 0x83]
        switch input.number() % 8 {
        case 1: return .answered(SecretBytes(input.piece()))
        case 2: return .answered(SecretBytes(input.piece() + [0x90, 0x00]))
        case 3: return .answered(SecretBytes([UInt8(input.number()), UInt8(input.number())]))
        case 4:
            var damaged = usual
            damaged[input.number() % damaged.count] = UInt8(input.number())
            return .answered(SecretBytes(damaged))
        case 5: return input.number() & 1 == 0 ? .cardFailed : .cardRemoved
        default: return .answered(SecretBytes(usual))
        }
    }
}

/// A recorded contactless card: its reader's configuration, and its answers by command.
private struct RecordedContactlessCard {
    let configuration: ContactConfiguration?
    private let answers: [[UInt8]: [UInt8]]

    init?(_ name: String) {
        let root = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/")
        let place = "\(root)/Tests/TenderEMVTests/Vectors/contactless/card-\(name).txt"
        guard let file = try? Data(contentsOf: URL(filePath: place)) else { return nil }
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ").map(String.init) }
        func bytes(_ mark: String) -> [[UInt8]] {
            lines.filter { $0[0] == mark }.compactMap { Hex.decode($0[1]) }
        }
        answers = [[UInt8]: [UInt8]](zip(bytes(">"), bytes("<")).map { ($0, $1) }) { first, _ in first }
        let text = lines.filter { $0[0] == "file" }.map { $0.dropFirst().joined(separator: " ") }.joined()
        configuration = try? ContactConfiguration(parsing: [UInt8](text.utf8))
    }

    /// To a command with other values, the answer to one of its kind.
    func answer(_ command: [UInt8]) -> [UInt8]? {
        answers[command] ?? answers.first { $0.key.prefix(2) == command.prefix(2) && command.first == 0x80 }?.value
    }
}
