import SimulatedCard
import TenderBytes
import TenderCrypto
import Testing

@Suite struct OfflineAuthenticationTests {
    /// Every kind of proof with keys of every size, for every scheme and both protocols.
    private static let profiles: [ChipProfile] = CardKeySizes.allCases.flatMap { keys in
        OfflineAuthentication.allCases.flatMap { authentication in
            zip(CryptogramScheme.allCases, [ChipProtocol.t0, .t1, .t0, .t1, .t0]).map { scheme, transport in
                var profile = ChipProfile(card: .visa)
                (profile.keys, profile.authentication, profile.scheme) = (keys, authentication, scheme)
                profile.transport = transport
                profile.asksForOptions = transport == .t0
                profile.verificationRules = [0x44, 0x03]
                return profile
            }
        }
    }

    private static func name(_ profile: ChipProfile) -> String {
        "\(profile.keys) \(profile.authentication) \(profile.scheme)"
    }

    /// The first step of the proof that is wrong; `nil` when the card is genuine.
    private static func fault(_ profile: ChipProfile) throws -> String? {
        var terminal = try TestTerminal(profile)
        let status = try terminal.start()
        guard status == 0x9000 else { return "status \(status)" }
        let check = ProofCheck(objects: terminal.objects, staticData: terminal.staticData)
        do {
            _ = try check.pinKey()
            switch profile.authentication {
            case .none: return nil
            case .sda: return try check.checkStatic() == [0xDA, 0xC1] ? nil : "code"
            case .dda: return try dynamicFault(&terminal, check)
            case .cda: return try dynamicFault(&terminal, check) ?? combinedFault(&terminal, check)
            }
        } catch let failure as ProofCheck.Failure {
            return failure.rawValue
        }
    }

    private static func dynamicFault(_ terminal: inout TestTerminal, _ check: ProofCheck) throws -> String? {
        let values = terminal.values(terminal.objects[0x9F49] ?? [])
        let answer = terminal.send([0, 0x88, 0, 0], values)
        guard answer.status == 0x9000, let found = FlatObjects.read(answer.data)?.first else { return "no signature" }
        let data = try check.dynamicData(found.value, hashing: values)
        return data.count == 9 && data[0] == 8 ? nil : "dynamic number"
    }

    private static func combinedFault(_ terminal: inout TestTerminal, _ check: ProofCheck) throws -> String? {
        let first = try terminal.generate(0x90)
        if let fault = try combinedFault(first, terminal.optionValues + first.values, check) { return fault }
        let issuer = try issuerAnswer(terminal.card.profile, first.objects)
        if terminal.card.profile.scheme != .mchip { _ = terminal.send([0, 0x82, 0, 0], issuer, answers: false) }
        let second = try terminal.generate(0x50, list: 0x8D, [0x8A: Array("00".utf8), 0x91: issuer])
        guard second.objects[0x9F27] == [0x40] else { return "not approved" }
        return try combinedFault(second, terminal.optionValues + first.values + second.values, check)
    }

    private static func combinedFault(
        _ answer: (objects: [Int: [UInt8]], status: Int, values: [UInt8], raw: [UInt8]), _ values: [UInt8],
        _ check: ProofCheck
    ) throws -> String? {
        guard let signature = answer.objects[0x9F4B], answer.objects[0x9F26] == nil else { return "no signature" }
        let data = try check.dynamicData(signature, hashing: TestTerminal.unpredictable)
        guard data.count == 38, data[9] == answer.objects[0x9F27]?.first else { return "kind" }
        let counter = answer.objects[0x9F36] ?? []
        let applicationData = answer.objects[0x9F10] ?? []
        let told =
            [0x9F, 0x27, 1, data[9], 0x9F, 0x36, 2] + counter + [0x9F, 0x10, UInt8(applicationData.count)]
            + applicationData
        var hash = SHA1()
        hash.update(values + told)
        return hash.finish().elementsEqual(data[18...]) ? nil : "hash of the transaction"
    }

    private static func issuerAnswer(_ profile: ChipProfile, _ objects: [Int: [UInt8]]) throws -> [UInt8] {
        let keys = try CardKeys(scheme: profile.scheme, number: profile.card.number, sequence: profile.sequence)
        // Asked online: the cryptogram is inside the signature, and is made again here.
        let cryptogram = try keys.cryptogram(
            data: [0, 0, 0, 0, 0x12, 0x34] + [UInt8](repeating: 0, count: 6)
                + [8, 0x40, 0, 0, 0, 0x80, 0, 8, 0x40, 0x26, 0x11, 0x26, 0, 1, 2, 3, 4],
            profile: [profile.scheme == .mchip ? 0x39 : 0x3D, 0], counter: 2,
            applicationData: objects[0x9F10] ?? [])
        var update = CardStatusUpdate()
        update.isApproved = true
        let payload = profile.scheme.responseMethod == .responseCode ? Array("00".utf8) : update.bytes
        return try keys.authenticationData(cryptogram: cryptogram, payload: payload, counter: 2)
    }

    @Test func everyKindOfProofIsGenuineWithKeysOfEverySize() throws {
        var wrong: [String] = []
        for profile in Self.profiles {
            if let fault = try Self.fault(profile) { wrong.append("\(Self.name(profile)): \(fault)") }
        }
        #expect(wrong == [])
        #expect(Self.profiles.count == 60)
    }

    @Test func aFlawedProofFailsAtTheStepThatFindsIt() throws {
        let expected: [(ChipFlaw, OfflineAuthentication, Set<String>)] = [
            (.otherNumber, .dda, ["number"]), (.otherIssuer, .dda, ["issuer"]), (.expiredCertificate, .dda, ["expiry"]),
            (.wrongIssuerCertificate, .dda, ["form", "hash"]), (.wrongCardCertificate, .dda, ["form", "hash"]),
            (.wrongStaticSignature, .sda, ["hash"]), (.wrongDynamicSignature, .dda, ["hash"]),
            (.unsignedCryptogram, .cda, ["no signature"]), (.otherCryptogramSigned, .cda, ["kind"]),
        ]
        var wrong: [String] = []
        for (flaw, authentication, faults) in expected {
            var profile = ChipProfile(card: .visa)
            (profile.flaw, profile.authentication) = (flaw, authentication)
            profile.verificationRules = [0x44, 0x03]
            let fault = try Self.fault(profile)
            if !faults.contains(fault ?? "none") { wrong.append("\(flaw): \(fault ?? "none")") }
        }
        #expect(wrong == [])
    }

    @Test func everyCardOfTheCatalogueIsGenuine() throws {
        var wrong: [String] = []
        for card in SimulatedCard.all {
            var profile = ChipProfile(card: card)
            profile.verificationRules += [0x44, 0x03]
            if let fault = try Self.fault(profile) { wrong.append("\(card): \(fault)") }
        }
        #expect(wrong == [])
    }

    @Test func anAuthorityHasAChecksumOfItsProviderAndKey() {
        let provider: [UInt8] = [0xA0, 0, 0, 0, 3]
        let sums = CardAuthority.all.map { authority in
            var hash = SHA1()
            hash.update(provider + [authority.index] + authority.modulus + authority.exponent)
            return hash.finish() == authority.checksum(provider: provider)
        }
        #expect(sums == [true, true])
    }
}
