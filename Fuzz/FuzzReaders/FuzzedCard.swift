import FoundationEssentials
import TenderBytes
import TenderEMV

/// A card, a customer, a terminal and an issuer that the input plays: each answer is the recorded one, a damaged one, or any bytes.
struct FuzzedCard {
    /// The cards that the tests of the kernel use too, from the repository that this was built in.
    private static let cards = ["sda", "dda", "cda"].compactMap { RecordedExchanges($0) }

    private let form: UInt8
    private let card: RecordedExchanges?
    private var input: FuzzInput

    init(_ bytes: [UInt8]) {
        input = FuzzInput(bytes)
        form = UInt8(input.number())
        card = Self.cards.isEmpty ? nil : Self.cards[Int(form) % Self.cards.count]
    }

    func machine() -> ContactMachine? {
        guard let card, let configuration = card.configuration, let today = EMVDate(bytes: [0x25, 0x01, 0x15]),
            let transaction = ContactTransaction(
                amount: 1000, currency: [0x08, 0x26], date: today, time: [0x12, 0x34, 0x56], sequenceNumber: 1,
                pinPad: ContactTransaction.PINPad(rawValue: form >> 2 & 7), isQuick: form & 0x80 != 0)
        else { return nil }
        return ContactMachine(configuration: configuration, transaction: transaction)
    }

    /// What follows an action; `nil` for one that nothing answers.
    mutating func carryOut(_ action: ContactAction) -> ContactEvent? {
        switch action {
        case .transmit(let command): answer(command.withUnsafeBytes { [UInt8]($0) })
        case .choose(let names): .chosen(input.number() % names.count)
        case .confirm: .confirmed(input.number() & 1 == 0)
        case .drawRandom(let count):
            .randomDrawn(SecretBytes((0..<count).map { [0x11, 0x22, 0x33, 0x44][$0 % 4] }))
        case .askPIN(let request): pin(request)
        case .lookUp: .lookedUp(isListed: input.number() & 1 == 1, loggedAmount: UInt64(input.number()))
        case .finish(.onlineRequired(let result)) where !result.isCardDone: issuer()
        case .sayTryAgain, .sayWrongPIN, .stopPIN, .startTimer, .finish, .conclude: nil
        }
    }

    private mutating func answer(_ command: [UInt8]) -> ContactEvent {
        let usual = card?.answer(command) ?? [0x6A, 0x83]
        switch input.number() % 8 {
        case 1: return .answered(SecretBytes(input.piece()))
        case 2: return .answered(SecretBytes(input.piece() + [0x90, 0x00]))
        case 3: return .answered(SecretBytes([UInt8(input.number()), UInt8(input.number())]))
        case 4: return .answered(SecretBytes(damaged(usual)))
        case 5: return input.number() & 1 == 0 ? .cardFailed : .cardRemoved
        default: return .answered(SecretBytes(usual))
        }
    }

    private mutating func damaged(_ answer: [UInt8]) -> [UInt8] {
        var answer = answer
        answer[input.number() % answer.count] = UInt8(input.number())
        return answer
    }

    /// Objects of an answer with anything in them, anything at all, or nothing.
    private mutating func issuer() -> ContactEvent {
        var objects: [UInt8] = []
        switch input.number() % 4 {
        case 1: return .issuerUnreachable
        case 2: objects = input.piece()
        default:
            objects = TLV.encode(0x8A, input.pick([[0x30, 0x30], [0x30, 0x35]]))
            if input.number() & 1 == 1 { objects += TLV.encode(0x91, input.piece()) }
            for _ in 0..<input.number() % 5 {
                let tag: TLV.Tag = input.number() & 1 == 0 ? 0x71 : 0x72
                objects += TLV.encode(tag, input.number() & 1 == 0 ? input.piece() : TLV.encode(0x86, input.piece()))
            }
        }
        return ContactIssuerAnswer(parsing: SecretBytes(objects)).map { .issuerAnswered($0) } ?? .issuerUnreachable
    }

    private mutating func pin(_ request: PINRequest) -> ContactEvent {
        switch request.purpose {
        case _ where input.number() & 3 == 3: .pinEnded(.bypassed)
        case .verifyOnReader: .pinEnded(.verified(SecretBytes(input.piece())))
        case .digits: .pinEnded(.digits(SecretBytes(utf8: "1234")))
        case .issuer: .pinEnded(.failed)
        }
    }
}

/// A recorded card: its authority's key, and its answers by command.
private struct RecordedExchanges {
    let configuration: ContactConfiguration?
    private let answers: [[UInt8]: [UInt8]]

    init?(_ name: String) {
        let root = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/")
        let place = "\(root)/Tests/TenderEMVTests/Vectors/contact/card-\(name).txt"
        guard let file = try? Data(contentsOf: URL(filePath: place)) else { return nil }
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ").map(String.init) }
        func bytes(_ mark: String) -> [[UInt8]] {
            lines.filter { $0[0] == mark }.compactMap { Hex.decode($0[1]) }
        }
        answers = [[UInt8]: [UInt8]](zip(bytes(">"), bytes("<")).map { ($0, $1) }) { first, _ in first }
        guard let key = lines.first(where: { $0[0] == "capk" }) else { return nil }
        let parts = key[1...4].map { Hex.decode($0) ?? [] }
        let sum = CAKey.checkSum(
            provider: parts[0], index: parts[1].first ?? 0, modulus: parts[2], exponent: parts[3])
        configuration = try? ContactConfiguration(
            parsing: [UInt8](
                """
                {"terminal": {"type": "22", "capabilities": "E0F8C8", "additional_capabilities": "FA00F0A3FF",
                  "country": "0826", "looks_up_accounts": true},
                 "applications": [{"aid": "F0000000011010", "version": "0096", "floor_limit": 100000,
                  "default_ddol": "9F3704", "default_tdol": "9F0206",
                  "random_selection": {"threshold": 5000, "target": 10, "maximum": 50}}],
                 "keys": [{"rid": "\(key[1])", "index": "\(key[2])", "modulus": "\(key[3])", "exponent": "\(key[4])",
                  "checksum": "\(Hex.encode(sum))"}]}
                """.utf8))
    }

    /// To a cryptogram with other values, one that fits what is asked.
    func answer(_ command: [UInt8]) -> [UInt8]? {
        answers[command]
            ?? (command.starts(with: [0x80, 0xAE])
                ? answers.first { $0.key.prefix(3) == command.prefix(3) }?.value : nil)
    }
}
