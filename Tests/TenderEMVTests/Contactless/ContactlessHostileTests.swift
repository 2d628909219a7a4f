import SimulatedCard
import TenderBytes
import Testing

@testable import TenderEMV

/// Cards that answer anything: a transaction ends all the same, after a bounded number of commands.
@Suite struct ContactlessHostileTests {
    /// A card that computes, whose answers are spoiled more or less often.
    private struct Hostile {
        var numbers: Numbers
        var card: ContactlessCard
        let weirdness: UInt64
        var answers: [[UInt8]] = []

        init(_ seed: UInt64, _ card: ContactlessCard) {
            numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
            weirdness = seed % 5
            self.card = card
        }

        /// Cards of both styles and phones, and one that wants contacts.
        static func cards() throws -> [ContactlessCard] {
            try ["visa", "mastercard", "onlinePinScaRetry", "masterDebit"].flatMap { name in
                try [true, false].map { isPhone in
                    var profile = ContactlessProfile(card: try .named(name))
                    (profile.isPhone, profile.offlineAmount) = (isPhone, .max)
                    return try ContactlessCard(profile)
                }
            }
        }

        mutating func answer(_ command: [UInt8]) -> ContactlessEvent {
            guard case .bytes(let usual) = card.transmit(command) else { return .cardRemoved }
            answers.append(usual)
            switch numbers.next() % (weirdness * 8 + 2) {
            case 2: return .answered(SecretBytes(madeUp(count: Int(numbers.next() % 300))))
            case 3: return .answered(SecretBytes(objects(depth: 0) + [0x90, 0]))
            case 4: return .answered(SecretBytes(answers.randomElement(using: &numbers) ?? []))
            case 5:
                return .answered(
                    SecretBytes(
                        [[0x6A, 0x81], [0x69, 0x84], [0x69, 0x85], [0x69, 0x86], [0x90, 0]][
                            Int(numbers.next() % 5)]))
            case 6: return numbers.next() % 2 == 0 ? .cardFailed : .cardRemoved
            case 7...12: return .answered(SecretBytes(damaged(usual)))
            default: return .answered(SecretBytes(usual))
            }
        }

        private mutating func madeUp(count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        }

        private mutating func damaged(_ answer: [UInt8]) -> [UInt8] {
            var bytes = answer
            let place = Int(numbers.next() % UInt64(bytes.count))
            switch numbers.next() % 3 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8(truncatingIfNeeded: numbers.next()), at: place)
            }
            return bytes
        }

        private static let tags: [UInt32] = [
            0x70, 0x77, 0x6F, 0xA5, 0xBF0C, 0x61, 0x80, 0x82, 0x94, 0x84, 0x4F, 0x50, 0x87, 0x57, 0x5A, 0x5F24, 0x8C,
            0x8E, 0x8F, 0x90, 0x9F0D, 0x9F10, 0x9F26, 0x9F27, 0x9F2A, 0x9F32, 0x9F36, 0x9F38, 0x9F46, 0x9F47, 0x9F4A,
            0x9F4B, 0x9F51, 0x9F69, 0x9F6C, 0xDF4B,
        ]

        private mutating func objects(depth: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0...(numbers.next() % 3) {
                let tag = TLV.Tag(rawValue: Self.tags.randomElement(using: &numbers) ?? 0x70)
                let inside =
                    tag.isConstructed && depth < 3 ? objects(depth: depth + 1) : madeUp(count: Int(numbers.next() % 20))
                bytes += TLV.encode(tag, inside)
            }
            return bytes
        }
    }

    private static let rounds: UInt64 = 3000

    @Test func aTransactionEndsWhateverTheCardAnswers() throws {
        let terminals = [false, true].map {
            ContactlessTerminal.configuration(qualifiers: "37004000", approvesOffline: $0)
        }
        var wrong: [String] = []
        var ends: [String: Int] = [:]
        let cards = try Hostile.cards()
        for seed in 0..<Self.rounds {
            var hostile = Hostile(seed, cards[Int(seed % 8)])
            let amount = [1000, 5000, 10_000, 25_000][Int(seed / 8 % 4)] as UInt64
            var play = ContactlessPlay(terminals[Int(seed / 32 % 2)], ContactlessTerminal.transaction(amount))
            play?.run { action in
                switch action {
                case .transmit(let command): return hostile.answer(command.open)
                case .awaitCard(let message):
                    if message == .seePhone { hostile.card.unlock() }
                    hostile.card.present()
                    return hostile.numbers.next() % 16 == 0 ? .cardsCollided : .cardPresented
                case .drawRandom(let count): return .randomDrawn(SecretBytes([UInt8](repeating: 7, count: count)))
                case .askPIN: return .pinEnded(.failed)
                case .lookUp: return .lookedUp(isListed: false)
                case .stopPIN, .startTimer, .finish: return nil
                }
            }
            guard let play, play.fault == nil, let outcome = play.outcome, play.machine.isEnded,
                play.commands.count <= ContactlessMachine.mostCommands
            else {
                wrong.append("\(seed) \(String(describing: play?.fault)) \(play?.commands.count ?? 0)")
                continue
            }
            ends[outcome.words.split(separator: " ").first.map(String.init) ?? "", default: 0] += 1
            if case .approvedOffline = outcome, seed / 32 % 2 == 0 { wrong.append("\(seed) approved offline") }
        }
        #expect(wrong == [])
        #expect(ends.filter { $0.value < 10 } == [:])
        #expect(Set(ends.keys) == ["online", "approved", "declined", "other", "ended"])
    }

    /// A locator with every record of many files, and a directory that is full of applications that are not there.
    @Test func noLoopOfACardIsEndless() throws {
        var counts: [Int] = []
        for flaw in [ChipFlaw.endlessRecords, .endlessApplications] {
            for card in [SimulatedCard.visa, try .named("mastercard")] {
                var profile = ContactlessProfile(card: card)
                (profile.chip.flaw, profile.offlineAmount) = (flaw, .max)
                var desk = try ContactlessDesk(profile)
                let terminal = ContactlessTerminal.configuration(qualifiers: "37004000")
                counts.append(desk.pay(ContactlessTerminal.transaction(1000), at: terminal)?.commands.count ?? 0)
            }
        }
        #expect(counts[0] == ContactlessMachine.mostCommands)
        #expect(counts[1] == ContactlessMachine.mostCommands)
        #expect(counts.dropFirst(2).allSatisfy { (2...12).contains($0) })
    }

    @Test(arguments: ContactlessStyle.allCases) func everyEventInEveryPlaceIsAnsweredOrRefused(
        _ style: ContactlessStyle
    ) throws {
        let events: [ContactlessEvent] = [
            .started, .cardPresented, .cardsCollided, .answered(SecretBytes([0x90, 0])),
            .answered(SecretBytes([UInt8]())), .cardFailed, .cardRemoved, .randomDrawn(SecretBytes([1])),
            .randomDrawn(SecretBytes([1, 2, 3, 4])), .pinEnded(.bypassed), .pinEnded(.failed),
            .pinEnded(.digits(SecretBytes(utf8: "1234"))), .lookedUp(isListed: true), .timerFired(0), .timerFired(1),
            .canceled,
        ]
        var profile = ContactlessProfile(card: style == .mchip ? try .named("mastercard") : .visa, style: style)
        profile.chip.verificationRules = [0x42, 3]
        var card = try ContactlessCard(profile)
        let terminal = try #require(ContactlessTerminal.usual)
        let transaction = try #require(ContactlessTerminal.transaction(9000))
        var machine = try #require(ContactlessMachine(configuration: terminal, transaction: transaction))
        var wrong: [String] = []
        var places = 0
        var next: ContactlessEvent? = .started
        while let event = next {
            places += 1
            for other in events {
                var copy = machine
                do throws(ContactFault) {
                    _ = try copy.handle(other)
                } catch {
                    // After a fault it goes on as if nothing had been said.
                    if "\(copy.step)" != "\(machine.step)" { wrong.append("\(machine.step) \(other)") }
                }
            }
            next = nil
            for action in try machine.handle(event) {
                switch action {
                case .awaitCard:
                    card.present()
                    next = .cardPresented
                case .transmit(let command):
                    if case .bytes(let bytes) = card.transmit(command.open) { next = .answered(SecretBytes(bytes)) }
                case .drawRandom: next = .randomDrawn(SecretBytes([1, 2, 3, 4]))
                case .askPIN: next = .pinEnded(.bypassed)
                default: break
                }
            }
        }
        #expect(wrong == [])
        #expect(machine.isEnded)
        #expect(places > 5)
        let late = try events.map { try machine.handle($0).count }
        #expect(late.allSatisfy { $0 == 0 })
    }
}
