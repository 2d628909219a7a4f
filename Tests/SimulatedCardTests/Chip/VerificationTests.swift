import SimulatedCard
import TenderBytes
import TenderCrypto
import Testing

@Suite struct VerificationTests {
    private static let right: [UInt8] = [0x24, 0x12, 0x34, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    private static let wrong: [UInt8] = [0x24, 0x12, 0x35, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

    private func terminal(
        _ keys: CardKeySizes = .usual, tries: UInt8 = 3, state: ChipState = .active
    ) throws -> TestTerminal {
        var profile = ChipProfile(card: try .named("offlinePinCvm"))
        (profile.keys, profile.pinTries, profile.state) = (keys, tries, state)
        var terminal = try TestTerminal(profile)
        #expect(try terminal.start() == 0x9000)
        return terminal
    }

    private func plain(_ terminal: inout TestTerminal, _ block: [UInt8]) -> Int {
        terminal.send([0, 0x20, 0, 0x80], block, answers: false).status
    }

    /// Encrypts a block for the card and sends it.
    private func enciphered(
        _ terminal: inout TestTerminal, _ block: [UInt8], header: UInt8 = 0x7F, challenge: [UInt8]? = nil
    ) throws -> Int {
        let key = try ProofCheck(objects: terminal.objects, staticData: terminal.staticData).pinKey()
        let fresh = challenge ?? terminal.send([0, 0x84, 0, 0]).data
        let content = [header] + block + fresh
        let padding = [UInt8](repeating: 0x5A, count: key.modulus.count - content.count)
        let message = try RSARecovery.encrypt(SecretBytes(content + padding), with: key)
        return terminal.send([0, 0x20, 0, 0x88], message, answers: false).status
    }

    @Test func aWrongPINCostsATryAndTheRightOneGivesThemBack() throws {
        var terminal = try terminal()
        let blocks = [Self.wrong, Self.wrong, Self.right, Self.wrong, Self.wrong, Self.wrong, Self.right]
        let statuses = blocks.map { plain(&terminal, $0) }
        #expect(statuses == [0x63C2, 0x63C1, 0x9000, 0x63C2, 0x63C1, 0x63C0, 0x6983])
        #expect(terminal.send([0x80, 0xCA, 0x9F, 0x17]).data == [0x9F, 0x17, 1, 0])
    }

    @Test func anEncipheredPINIsCheckedWithKeysOfEverySize() throws {
        var statuses: [[Int]] = []
        for keys in CardKeySizes.allCases {
            var terminal = try terminal(keys)
            statuses.append([
                try enciphered(&terminal, Self.right), try enciphered(&terminal, Self.wrong),
                try enciphered(&terminal, Self.right),
            ])
        }
        #expect(statuses == [[Int]](repeating: [0x9000, 0x63C2, 0x9000], count: 3))
    }

    @Test func anEncipheredPINNeedsItsHeaderAndAChallengeOfItsOwn() throws {
        var terminal = try terminal()
        #expect(try enciphered(&terminal, Self.right, header: 0x7E) == 0x6984)
        let used = terminal.send([0, 0x84, 0, 0]).data
        #expect(try enciphered(&terminal, Self.right, challenge: used) == 0x9000)
        #expect(try enciphered(&terminal, Self.right, challenge: used) == 0x6984)
        #expect(terminal.card.pinTries == 3)
    }

    @Test func aBlockedPINIsNotEvenCompared() throws {
        var terminal = try terminal(state: .pinBlocked)
        #expect(plain(&terminal, Self.right) == 0x6983)
        #expect(try enciphered(&terminal, Self.right) == 0x6983)
    }

    @Test func triesOutliveAPowerCut() throws {
        var terminal = try terminal(tries: 2)
        _ = plain(&terminal, Self.wrong)
        _ = terminal.card.powerOn()
        _ = try terminal.start()
        #expect(plain(&terminal, Self.wrong) == 0x63C0)
    }

    @Test func theCryptogramTellsOfThePIN() throws {
        var results: [UInt8?] = []
        for block in [Self.right, Self.wrong] {
            var terminal = try terminal()
            _ = plain(&terminal, block)
            results.append(try terminal.generate(0x80).objects[0x9F10]?[3])
        }
        #expect(results == [0xA4, 0xA6])
    }
}
