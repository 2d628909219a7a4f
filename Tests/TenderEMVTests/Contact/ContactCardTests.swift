import TenderBytes
import TenderCrypto
import Testing

@testable import TenderEMV

/// Whole synthetic cards, from the start to the first GENERATE AC.
@Suite struct ContactCardTests {
    @Test(arguments: RecordedCard.names) func aCardGoesOnlineWithTheResultsOfItsFile(_ name: String) throws {
        let card = try RecordedCard(name)
        let play = try #require(card.play())
        #expect(play.outcome?.words == "online \(card.expected) A800 3F0000")
        // Each command is one of the file, in its order, and none comes twice.
        let places = play.commands.map { card.commands.firstIndex(of: $0) ?? -1 }
        #expect(places == Set(places).subtracting([-1]).sorted())
    }

    @Test(arguments: RecordedCard.names) func theIssuerGetsTheCryptogram(_ name: String) throws {
        let card = try RecordedCard(name)
        let play = try #require(card.play())
        let objects = try TLV(play.issuerData)
        let plain = try #require(
            card.commands.first { $0.hasPrefix("80AE8000") }.flatMap { card.answers[$0] }.flatMap { Hex.decode($0) })
        // The cryptogram of a card that signs is inside the signature; the file has it in the open too.
        let expected = try TLV([UInt8](plain.dropLast(2))).first(0x9F26)
        #expect(objects.first(0x9F26) == expected)
        #expect([objects.first(0x9F37), objects.first(0x9F36)] == [[0x11, 0x22, 0x33, 0x44], [0, 0x12]])
        #expect(objects.elements.map(\.tag).filter { [0x5A, 0x57, 0x5F24].contains($0) } == [])
        let result = try #require(play.outcome?.result)
        #expect(result.accountNumber.digitText?.open == [UInt8]("9999990012345677".utf8))
    }

    @Test func theModeSaysWhetherARequestIsSigned() throws {
        let asked = try (1...4).map { mode in
            let play = try RecordedCard("cda", combinedMode: mode).play()
            return "\(play?.commands.last?.prefix(6) ?? "") \(play?.outcome?.words ?? "")"
        }
        let signed = "80AE90 online 0000008000 A800 3F0000"
        let plain = "80AE80 online 0000008000 2800 3F0000"
        #expect(asked == [signed, signed, plain, plain])
    }

    /// The account number is `9999990012345677`, on the chip and in its certificate.
    @Test func nothingThatIsPrintedHasTheAccountNumber() throws {
        let card = try RecordedCard("cda")
        let transaction = try #require(ContactSamples.transaction())
        var machine = try #require(ContactMachine(configuration: card.configuration, transaction: transaction))
        var event: ContactEvent? = .started
        var printed = ""
        while let next = event {
            event = nil
            for action in try machine.handle(next) {
                printed += "\(next) \(action) "
                dump((next, action), to: &printed)
                switch action {
                case .transmit(let command):
                    let answer = card.answers[Hex.encode(command.open).uppercased()] ?? ""
                    event = .answered(SecretBytes(Hex.decode(answer) ?? []))
                case .drawRandom: event = .randomDrawn(SecretBytes([0x11, 0x22, 0x33, 0x44]))
                default: break
                }
            }
            printed += "\(machine)"
            dump(machine, to: &printed)
        }
        #expect(printed.contains("onlineRequired"))
        let joined = printed.filter { !" -\n".contains($0) }
        let forms = ["9999990012345677", "345677", "153,153,153,0,18,52,86,119", "15315315301852" + "86119"]
        #expect(forms.filter { joined.contains($0) } == [])
    }

    @Test func aQuickCardIsToldAtOnceAndMayBeTakenOut() throws {
        var wrong: [String] = []
        for name in RecordedCard.names {
            let card = try RecordedCard(name)
            let played = card.play(isQuick: true) { command, answer in
                answer ?? (command.hasPrefix("80AE0000") ? "9000" : nil)
            }
            let play = try #require(played)
            let last = play.commands.last ?? ""
            // CDOL2 begins with the response code, "Z3".
            let isQuick = last.hasPrefix("80AE0000") && last.contains("5A33")
            if !isQuick || play.outcome?.result?.isCardDone != true { wrong.append(name) }
            if play.outcome?.words != "online \(card.expected) A800 3F0000" { wrong.append("\(name) outcome") }
            // A card that is taken out too early has given its cryptogram all the same.
            let early = card.play(isQuick: true) { command, answer in command == last ? nil : answer }
            if early?.outcome?.words != play.outcome?.words { wrong.append("\(name) early") }
        }
        #expect(wrong == [])
    }

    /// Each byte that a signature covers is changed, one at a time.
    @Test(arguments: RecordedCard.names) func noChangedByteIsTakenForAuthentic(_ name: String) throws {
        let card = try RecordedCard(name)
        let records = card.commands.filter { $0.hasPrefix("00B2") && card.answers[$0]?.hasPrefix("70") == true }
        // Of the records only the one with signed data and those with certificates, not the one with track 2.
        let watched = records.filter { !$0.hasPrefix("00B20114") && !$0.hasPrefix("00B2010C") }
        let failures: TVR = [
            .staticAuthenticationFailed, .dynamicAuthenticationFailed, .combinedAuthenticationFailed,
        ]
        var wrong: [String] = []
        var reached = 0
        for command in watched {
            let bytes = try #require(card.answers[command].flatMap { Hex.decode($0) })
            for place in 3..<(bytes.count - 2) {
                var changed = bytes
                changed[place] ^= 0x01
                let play = card.play { $0 == command ? Hex.encode(changed) : $1 }
                guard let play, play.commands.last?.hasPrefix("80AE") == true else { continue }
                reached += 1
                if play.machine.results.isDisjoint(with: failures) { wrong.append("\(command) \(place)") }
            }
        }
        #expect(wrong == [])
        #expect(reached > 400)
    }

    @Test(arguments: ["cda", "cda1408", "cda1408f4"])
    func aChangedAnswerWithASignatureIsDeclinedAndTheCardIsTold(_ name: String) throws {
        let card = try RecordedCard(name)
        let command = try #require(card.commands.first { $0.hasPrefix("80AE9000") })
        let bytes = try #require(card.answers[command].flatMap { Hex.decode($0) })
        var wrong: [String] = []
        var declined = 0
        for place in 3..<(bytes.count - 2) {
            var changed = bytes
            changed[place] ^= 0x01
            let play = card.play { sent, answer in
                sent == command ? Hex.encode(changed) : answer ?? (sent.hasPrefix("80AE0000") ? "9000" : nil)
            }
            switch play?.outcome {
            case .declinedOffline(let result):
                declined += 1
                let isTold = play?.commands.last?.hasPrefix("80AE0000") == true
                let failed = result.verificationResults.contains(.combinedAuthenticationFailed)
                if !isTold || !failed { wrong.append("\(place)") }
            case .terminated: break
            case .onlineRequired, .approvedOffline, .tryAnotherInterface, .notAccepted, .cardBlocked, nil:
                wrong.append("\(place)")
            }
        }
        #expect(wrong == [])
        #expect(declined > 128)
    }

    @Test func aRevokedExpiredOrUnknownKeyAuthenticatesNothing() throws {
        let card = try RecordedCard("dda")
        let base = card.configuration
        let key = try #require(base.keys.values.first)
        let certificate = try #require(
            card.answers.values.first { $0.hasPrefix("7081FB9081F8") }.flatMap { Hex.decode($0) })
        var recovery = try RSARecovery()
        let recovered = try recovery.recover(SecretBytes(certificate[6..<254]), with: key.key)
        let serial = recovered.withUnsafeBytes { [UInt8]($0[8..<11]) }
        let yesterday = EMVDate(bytes: [0x25, 0x01, 0x14])
        let old = try CAKey(
            provider: key.identifier.provider, index: 1, modulus: key.key.modulus, exponent: [3],
            checkSum: CAKey.checkSum(
                provider: key.identifier.provider, index: 1, modulus: key.key.modulus, exponent: [3]),
            expiry: yesterday)
        let cases: [([CAKey.Identifier: CAKey], Set<RevokedCertificate>, Bool)] = [
            (base.keys, [], false), ([:], [], true), ([key.identifier: old], [], true),
            (base.keys, [RevokedCertificate(authority: key.identifier, serialNumber: serial)], true),
            (base.keys, [RevokedCertificate(authority: key.identifier, serialNumber: [0, 0, 0xFF])], false),
        ]
        let failed = cases.map { keys, revoked, _ in
            let configuration = ContactConfiguration(
                terminal: base.terminal, applications: base.applications, keys: keys, revoked: revoked)
            var play = ContactPlay(configuration, ContactSamples.transaction())
            play?.run(random: { _ in [0x11, 0x22, 0x33, 0x44] }) { card.answers[$0] }
            return play?.machine.results == [.dynamicAuthenticationFailed, .floorLimitExceeded]
        }
        #expect(failed == cases.map(\.2))
    }
}
