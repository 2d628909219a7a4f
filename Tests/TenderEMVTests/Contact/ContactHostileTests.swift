import TenderBytes
import Testing

@testable import TenderEMV

/// Cards that answer anything: a transaction ends all the same, after a bounded number of commands.
@Suite struct ContactHostileTests {
    private final class Hostile {
        var numbers: Numbers
        let card: RecordedCard
        let weirdness: UInt64
        let verifies: Bool

        init(_ seed: UInt64, _ card: RecordedCard) {
            numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
            weirdness = seed % 6
            verifies = seed / 6 % 2 == 1
            self.card = card
        }

        /// The right answer, a damaged one, one of another command, one made up, or none.
        func answer(_ command: String) -> String? {
            let usual = usual(command)
            switch numbers.next() % (weirdness * 6 + 2) {
            case 2, 8: return card.answers.randomElement(using: &numbers)?.value
            case 3: return madeUp(count: Int(numbers.next() % 300))
            case 4: return usual.flatMap { damaged($0) } ?? "6A82"
            case 5, 9: return objects(depth: 0) + "9000"
            case 6: return ["6A81", "6283", "6985", "63C1", "9000", "6983", ""].randomElement(using: &numbers)
            case 7: return numbers.next() % 8 == 0 ? nil : "9000"
            case 10...: return usual.flatMap { numbers.next() % 4 == 0 ? damaged($0) : $0 } ?? "6A83"
            default: return usual ?? "6A83"
            }
        }

        /// The recorded answer; to a cryptogram with other values, one that fits what is asked.
        ///
        /// Every other card wants its holder verified.
        private func usual(_ command: String) -> String? {
            if ["0020", "0082", "8424"].contains(where: { command.hasPrefix($0) }) { return "9000" }
            guard let answer = card.answers[command] else {
                return card.commands.first { $0.hasPrefix(command.prefix(6)) && command.hasPrefix("80AE") }
                    .flatMap { card.answers[$0] }
            }
            guard verifies, answer.hasPrefix("77168202") else { return answer }
            return "77168202" + (answer.dropFirst(8).hasPrefix("4") ? "5" : "7") + answer.dropFirst(9)
        }

        private func madeUp(count: Int) -> String {
            Hex.encode((0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
        }

        private func damaged(_ answer: String) -> String {
            var bytes = Hex.decode(answer) ?? []
            for _ in 0...(numbers.next() % 3) where !bytes.isEmpty {
                let place = Int(numbers.next() % UInt64(bytes.count))
                switch numbers.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(truncatingIfNeeded: numbers.next()), at: place)
                }
            }
            return Hex.encode(bytes)
        }

        private static let tags: [UInt32] = [
            0x70, 0x77, 0x6F, 0xA5, 0x61, 0x80, 0x82, 0x94, 0x84, 0x4F, 0x50, 0x87, 0x88, 0x5A, 0x5F24, 0x5F25, 0x8C,
            0x8D,
            0x8E, 0x8F, 0x90, 0x92, 0x93, 0x97, 0x9F07, 0x9F08, 0x9F0D, 0x9F10, 0x9F14, 0x9F23, 0x9F26, 0x9F27, 0x9F32,
            0x9F36, 0x9F38, 0x9F46, 0x9F47, 0x9F49, 0x9F4A, 0x9F4B, 0x9F2D, 0x9F2E,
        ]

        /// Objects of the tags that the kernel knows, with anything in them.
        private func objects(depth: Int) -> String {
            (0..<(1 + numbers.next() % 3)).map { _ in
                let tag = TLV.Tag(rawValue: Self.tags.randomElement(using: &numbers) ?? 0x70)
                let inside =
                    tag.isConstructed && depth < 3 ? objects(depth: depth + 1) : madeUp(count: Int(numbers.next() % 20))
                return Hex.encode(TLV.encode(tag, Hex.decode(inside) ?? []))
            }.joined()
        }

        /// What an issuer says: sound answers, those with scripts of anything, and none.
        func issuer() -> ContactEvent {
            let proof = Hex.encode(TLV.encode(0x91, Hex.decode(madeUp(count: 6 + Int(numbers.next() % 12))) ?? []))
            let scripts = (0..<numbers.next() % 4).map { _ in script() }.joined()
            let code = numbers.next() % 4 > 0 ? "8A023030" : "8A023035"
            let objects = code + (numbers.next() % 3 > 0 ? proof : "") + scripts
            let answer = Hex.decode(objects).flatMap { ContactIssuerAnswer(parsing: SecretBytes($0)) }
            return answer.map { .issuerAnswered($0) } ?? .issuerUnreachable
        }

        private func script() -> String {
            let commands = (0..<numbers.next() % 4).map { _ in
                let data = Hex.decode(madeUp(count: Int(numbers.next() % 9))) ?? []
                return TLV.encode(0x86, numbers.next() % 4 > 0 ? [0x84, 0x24, 0, 0, UInt8(data.count)] + data : data)
            }
            let content = numbers.next() % 5 > 0 ? commands.flatMap(\.self) : Hex.decode(madeUp(count: 5)) ?? []
            return Hex.encode(TLV.encode(numbers.next() % 2 == 0 ? 0x71 : 0x72, content))
        }

        /// What customers and devices say to a question.
        func reply(_ question: String) -> ContactEvent? {
            let words = question.split(separator: " ").map(String.init)
            switch words[0] {
            case "choose": return .chosen(0)
            case "confirm": return .confirmed(numbers.next() % 4 > 0)
            case "look": return .lookedUp(isListed: numbers.next() % 2 == 0, loggedAmount: numbers.next())
            case "pin":
                if numbers.next() % 6 == 0 { return .pinEnded(.bypassed) }
                return switch words[1] {
                case "reader": .pinEnded(.verified(SecretBytes(Hex.decode(answer("0020") ?? "") ?? [])))
                case "digits": .pinEnded(.digits(SecretBytes(utf8: "1234")))
                default: .pinEnded(.failed)
                }
            default: return nil
            }
        }
    }

    private static let rounds: UInt64 = 6000

    @Test func aTransactionEndsWhateverTheCardAnswers() throws {
        let cards = try RecordedCard.names.map { try RecordedCard($0) }
        var wrong: [String] = []
        var ends: [String: Int] = [:]
        var reached: [String: Int] = [:]
        var conclusions: [String: Int] = [:]
        for seed in 0..<Self.rounds {
            let hostile = Hostile(seed, cards[Int(seed % 5)])
            let pad = ContactTransaction.PINPad(rawValue: UInt8(seed % 8))
            var play = ContactPlay(
                hostile.card.configuration, ContactSamples.transaction(pad: pad, isQuick: seed % 5 == seed % 4))
            play?.run(
                random: { $0 == 4 ? [0x11, 0x22, 0x33, 0x44] : [UInt8](repeating: 1, count: $0) },
                others: { hostile.reply($0) }, issuer: { _ in hostile.issuer() }, card: { hostile.answer($0) })
            guard let play, play.fault == nil, let outcome = play.outcome, play.machine.isEnded,
                play.commands.count <= ContactMachine.mostCommands
            else {
                wrong.append("\(seed) \(String(describing: play?.fault)) \(play?.commands.count ?? 0)")
                continue
            }
            for step in ["0088", "0020", "80AE"] where play.commands.contains(where: { $0.hasPrefix(step) }) {
                reached[step, default: 0] += 1
            }
            ends[outcome.words.split(separator: " ").first.map(String.init) ?? "", default: 0] += 1
            if let verdict = play.conclusion?.verdict { conclusions["\(verdict)", default: 0] += 1 }
            if case .approvedOffline = outcome { wrong.append("\(seed) approved offline") }
        }
        #expect(wrong == [])
        // The answers are strange enough to end early, and usual enough to go far.
        let tooFew = ends.merging(reached) { first, _ in first }.filter { $0.value < 10 }
        #expect(tooFew == [:])
        #expect([ends.count, reached.count] == [6, 3])
        let often: Set = ["approved", "declinedByCard", "declinedByIssuer", "declinedOffline"]
        #expect(Set(conclusions.filter { $0.value > 50 }.keys) == often)
        #expect(conclusions["approvedOffline"] == nil)
    }

    /// A directory without an end, records without an end, a list of applications without an end.
    @Test func noLoopOfACardIsEndless() throws {
        let card = try RecordedCard("sda")
        let directory = try #require(card.answers.first { $0.key.hasPrefix("00A404000E") }?.value)
        let record = try #require(card.answers["00B2010C00"])
        var play = try #require(ContactPlay(card.configuration, ContactSamples.transaction()))
        play.run { $0.hasPrefix("00B2") ? record : $0.hasPrefix("00A404000E") ? directory : card.answers[$0] }
        #expect(play.commands.filter { $0.hasPrefix("00B2") && $0.hasSuffix("0C00") }.count == 255)
        var same = try #require(ContactPlay(card.configuration, ContactSamples.transaction()))
        same.run { _ in "6F118408F000000001101001A505500341424390" + "00" }
        #expect(same.machine.isEnded)
        #expect(same.commands.count < 25)
    }

    @Test func everyEventInEveryPlaceIsAnsweredOrRefused() throws {
        let card = try RecordedCard("dda")
        let objects = Hex.decode("8A0230309108AABBCCDDEEFF0011" + "7106860484240000" + "7206860484240000")
        let issuerAnswer = try #require(ContactIssuerAnswer(parsing: SecretBytes(objects ?? [])))
        let events: [ContactEvent] = [
            .started, .answered(SecretBytes([0x90, 0])), .answered(SecretBytes([UInt8]())), .cardFailed, .cardRemoved,
            .chosen(0), .chosen(-1), .confirmed(true), .confirmed(false), .randomDrawn(SecretBytes([1])),
            .randomDrawn(SecretBytes([1, 2, 3, 4])), .pinEnded(.bypassed), .pinEnded(.failed),
            .pinEnded(.digits(SecretBytes(utf8: "1"))), .pinEnded(.verified(SecretBytes([0x63, 0xC1]))),
            .lookedUp(isListed: true, loggedAmount: .max), .issuerAnswered(issuerAnswer), .issuerUnreachable,
            .timerFired(0), .timerFired(1), .canceled,
        ]
        var wrong: [String] = []
        let transaction = try #require(ContactSamples.transaction())
        var machine = try #require(ContactMachine(configuration: card.configuration, transaction: transaction))
        var next: ContactEvent? = .started
        var places = 0
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
                case .transmit(let command):
                    let text = Hex.encode(command.open).uppercased()
                    let answer =
                        card.answers[text] ?? (text.hasPrefix("80AE") ? "800B400010BBBBBBBBBBBBBBBB9000" : "9000")
                    next = .answered(SecretBytes(Hex.decode(answer) ?? []))
                case .drawRandom: next = .randomDrawn(SecretBytes([0x11, 0x22, 0x33, 0x44]))
                case .finish: next = .issuerAnswered(issuerAnswer)
                default: break
                }
            }
        }
        #expect(wrong == [])
        #expect(machine.isEnded)
        #expect(places > 12)
        let late = try events.map { try machine.handle($0).count }
        #expect(late.allSatisfy { $0 == 0 })
    }
}
