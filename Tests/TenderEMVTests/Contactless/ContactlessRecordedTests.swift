import SimulatedCard
import TenderBytes
import Testing

@testable import TenderEMV

/// Whole transactions with computing cards, recorded for whoever has no such card: benchmarks and fuzzing.
@Suite struct ContactlessRecordedTests {
    private struct Recording {
        let configuration: ContactConfiguration
        let commands: [String]
        let answers: [String]

        init(_ name: String) throws {
            let lines = try Vectors.lines("contactless/card-\(name).txt").map {
                $0.split(separator: " ").map(String.init)
            }
            commands = lines.filter { $0[0] == ">" }.map { $0[1] }
            answers = lines.filter { $0[0] == "<" }.map { $0[1] }
            let file = lines.filter { $0[0] == "file" }.map { $0.dropFirst().joined(separator: " ") }
            configuration = try ContactSamples.configuration(file.joined())
        }

        /// The end, with something else in place of the answer to a command.
        func play(_ change: (_ place: Int, _ answer: [UInt8]) -> [UInt8] = { $1 }) -> ContactlessPlay? {
            var play = ContactlessPlay(configuration, ContactlessTerminal.transaction(1000, pad: []))
            play?.run { action in
                switch action {
                case .awaitCard(.presentCard): return .cardPresented
                case .awaitCard: return .canceled
                case .transmit(let command):
                    guard let place = commands.firstIndex(of: Hex.encode(command.open).uppercased()) else {
                        return .answered(SecretBytes([0x6A, 0x82]))
                    }
                    return .answered(SecretBytes(change(place, Hex.decode(answers[place]) ?? [])))
                case .drawRandom: return .randomDrawn(ContactlessRecordedTests.number)
                case .lookUp, .askPIN, .stopPIN, .startTimer, .finish: return nil
                }
            }
            return play
        }
    }

    private static let ends = [
        "kernel2": "online 0000000000 E800 1F0002", "kernel3": "online 0000000000 C000 1F0002",
    ]

    @Test(arguments: ["kernel2", "kernel3"]) func aRecordedCardPays(_ name: String) throws {
        let recording = try Recording(name)
        let play = try #require(recording.play())
        #expect(play.end == Self.ends[name])
        #expect(play.commands == recording.commands)
    }

    @Test(arguments: [("kernel2", "mastercard"), ("kernel3", "visa")]) func itIsWhatAComputingCardAnswers(
        _ name: String, _ cardName: String
    ) throws {
        let profile = ContactlessProfile(card: try .named(cardName))
        let file = Self.file(profile)
        let configuration = try ContactSamples.configuration(file)
        var card = try ContactlessCard(profile)
        var lines = file.split(separator: "\n").map { "file \($0)" }
        var play = ContactlessPlay(configuration, ContactlessTerminal.transaction(1000, pad: []))
        play?.run { action in
            switch action {
            case .awaitCard:
                card.present()
                return .cardPresented
            case .transmit(let command):
                guard case .bytes(let bytes) = card.transmit(command.open) else { return .cardRemoved }
                lines += ["> " + Hex.encode(command.open).uppercased(), "< " + Hex.encode(bytes).uppercased()]
                return .answered(SecretBytes(bytes))
            case .drawRandom: return .randomDrawn(Self.number)
            case .lookUp, .askPIN, .stopPIN, .startTimer, .finish: return nil
            }
        }
        let head =
            "# A simulated card, whose keys are published and worthless: a reader's configuration, commands and answers."
        #expect(try Vectors.differences(lines, "contactless/card-\(name).txt", head) == [])
    }

    private static let number = SecretBytes([0x11, 0x22, 0x33, 0x44])

    /// A configuration for one card, which signs what goes online too.
    private static func file(_ profile: ContactlessProfile) -> String {
        let (authority, name) = (CardAuthority.usual, profile.chip.applications[0].identifier)
        let provider = String(name.prefix(10))
        let sum = authority.checksum(provider: Hex.decode(provider) ?? [])
        return """
            {"terminal": {"type": "22", "capabilities": "E0F8C8", "additional_capabilities": "FA00F0A3FF",
            "country": "0826"}, "applications": [{"aid": "\(name)", "version": "0096", "floor_limit": 0}],
            "contactless": [{"aid": "\(name)", "kernel": \(profile.style == .mchip ? 2 : 3), "qualifiers": "37004000",
            "transaction_limit": 20000, "floor_limit": 2000, "verification_limit": 5000}],
            "keys": [{"rid": "\(provider)", "index": "\(Hex.encode([authority.index]))",
            "exponent": "\(Hex.encode(authority.exponent))", "checksum": "\(Hex.encode(sum))",
            "modulus": "\(Hex.encode(authority.modulus))"}]}
            """
    }

    /// Each byte of the answers is changed, one at a time: what passes is just what the card did not sign.
    @Test(arguments: ["kernel2", "kernel3"]) func noByteThatIsSignedCanBeChanged(_ name: String) throws {
        let recording = try Recording(name)
        let usual = try #require(Self.ends[name])
        var passed: [Int: Int] = [:]
        for place in recording.answers.indices {
            let count = recording.answers[place].utf8.count / 2 - 2
            for index in 0..<count {
                let play = recording.play {
                    $0 == place ? $1.enumerated().map { $0.offset == index ? $0.element ^ 0x01 : $0.element } : $1
                }
                if play?.end == usual { passed[place, default: 0] += 1 }
            }
        }
        #expect(passed == Self.unsigned[name])
    }

    /// How many bytes of each answer may be others.
    private static let unsigned: [String: [Int: Int]] = [
        // The directory, names, the stripe, the list for a second cryptogram, a list of the other interface.
        "kernel2": [0: 28, 1: 13, 3: 33, 5: 24, 8: 3],
        // Also the cryptogram, which only the issuer can judge, and all lists.
        "kernel3": [0: 29, 1: 16, 2: 38, 4: 48, 7: 3],
    ]
}
