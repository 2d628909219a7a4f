import SimulatedCard
import TenderBytes
import Testing

@Suite struct ChipProfileTests {
    private static let file = """
        # A card for the large keys.
        card offlinePinCvm
        sequence 7
        protocol T=1
        authentication cda   # signs its cryptogram
        keys large
        scheme common
        directory no
        options no
        proof yes
        pin 987654321012
        tries 2
        verification 44031F00
        transactions 258
        lastOnline 17
        lower 4

        upper 9
        state expired
        flaw noise
        seed 18446744073709551615
        fault silence 3
        fault torn 4
        fault removal 5
        """

    private func refusal(_ text: String) -> ChipProfileError? {
        do throws(ChipProfileError) {
            _ = try ChipProfile(file: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func everySettingOfAFileIsRead() throws {
        let profile = try ChipProfile(file: Self.file)
        let texts = [
            profile.card.name, profile.transport.rawValue, profile.authentication.rawValue, profile.keys.rawValue,
            profile.scheme.rawValue, profile.state.rawValue, profile.flaw?.rawValue ?? "",
            Hex.encode(profile.verificationRules),
        ]
        #expect(texts == ["offlinePinCvm", "T=1", "cda", "large", "common", "expired", "noise", "44031f00"])
        let numbers = [
            UInt64(profile.sequence), UInt64(profile.pinTries), UInt64(profile.transactionCount),
            UInt64(profile.lastOnlineCount), UInt64(profile.lowerOfflineLimit), UInt64(profile.upperOfflineLimit),
            profile.seed,
        ]
        #expect(numbers == [7, 2, 258, 17, 4, 9, .max])
        #expect(profile.pin == SecretBytes(utf8: "987654321012"))
        #expect(profile.faults == [.silence(at: 3), .torn(at: 4), .removal(at: 5)])
        #expect([profile.hasDirectory, profile.asksForOptions, profile.wantsIssuerProof] == [false, false, true])
    }

    @Test func aWrongLineIsNamed() {
        var wrong: [String] = []
        let values = [
            "sequence 100", "protocol T=2", "authentication xda", "keys huge", "scheme visa", "directory maybe",
            "options 1", "proof 1",
            "pin 123", "pin 1234567890123", "pin 12a4", "pin ١٢٣٤", "tries 4", "tries -1", "verification 440",
            "verification 44", "transactions 65536", "lastOnline x", "lower 256", "upper", "state dead", "flaw none",
            "seed 18446744073709551616", "application",
            "application A0000000031010", "application A0000003 VISA", "application A000000003101 VISA",
            "application A0000000031010 ABCDEFGHIJKLMNOPQ", "application A0000000031010 CARTÉ", "fault",
            "fault silence", "fault silence 0", "fault fire 1", "pin 1234 5678",
        ]
        for value in values {
            let setting = String(value.prefix { $0 != " " })
            let expected = ChipProfileError.invalidValue(line: 3, setting: setting)
            if refusal("card visa\n\n\(value)") != expected { wrong.append(value) }
        }
        #expect(wrong == [])
        #expect(refusal("card visa\ncolor red") == .unknownSetting(line: 2))
        #expect(refusal("card visa\ncolor") == .unknownSetting(line: 2))
        #expect(refusal("pin 1234") == .noCard)
        #expect(refusal("# nothing") == .noCard)
        #expect(refusal("card visaa") == .unknownCard(.unknownName("visaa")))
        #expect(refusal(String(repeating: "#", count: 65_537)) == .tooLong)
    }

    @Test func anErrorAndADescriptionRepeatNoPIN() throws {
        let profile = try ChipProfile(file: "card visa\npin 86420")
        let texts = [
            refusal("card visa\npin 864")?.description ?? "", profile.description, String(reflecting: profile),
        ]
        #expect(texts.filter { $0.contains("864") } == [])
    }

    @Test func everyFlawHasACardAndEveryCardAChip() {
        #expect(ChipProfile.hostile.compactMap(\.flaw) == ChipFlaw.allCases)
        #expect(ChipProfile.all.map(\.card) == SimulatedCard.all)
        let kinds = Set(ChipProfile.all.map(\.authentication))
        #expect(kinds == [.sda, .dda, .cda])
        #expect(Set(ChipProfile.all.map(\.scheme)).count == CryptogramScheme.allCases.count)
    }
}
