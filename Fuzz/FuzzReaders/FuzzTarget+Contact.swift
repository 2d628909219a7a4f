import TenderBytes
import TenderCrypto
import TenderEMV

// The contact kernel, and the lists and certificates that it reads.
extension FuzzTarget {
    /// The first byte chooses the limit, the others are a list; what is filled has exactly its size.
    @Sendable static func dol(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let limit = input.number() & 1 == 0 ? DOL.largest : DOL.largestProcessingOptions
        let format = input.pick(EMVFormat.allCases)
        guard let list = try? DOL(parsing: [UInt8](bytes.dropFirst(2)), limit: limit) else { return }
        check(list.count <= limit, "\(list.count) bytes of values")
        let values = list.fill { tag in tag.rawValue & 1 == 0 ? nil : DOL.Value(format: format, bytes: bytes[...]) }
        check(values.count == list.count, "\(values.count) bytes, not \(list.count)")
        check(list.split(values)?.flatMap(\.value) == values, "values that are not found again")
    }

    /// Parses an application file locator, and a list of verification methods.
    @Sendable static func lists(_ bytes: [UInt8]) {
        if let locator = try? AFL(parsing: bytes) {
            check(locator.entries.count == bytes.count / 4, "\(locator.entries.count) entries")
            let isBounded = locator.entries.allSatisfy {
                (1...30).contains($0.file) && $0.records.lowerBound > 0 && $0.records.upperBound < 255
                    && Int($0.authenticatedCount) <= $0.records.count
            }
            check(isBounded, "an entry that is not bounded")
        }
        if let list = try? CVMList(parsing: bytes) {
            check(8 + 2 * list.rules.count == bytes.count, "\(list.rules.count) rules")
        }
    }

    /// What certificates and signatures hold once they are recovered.
    @Sendable static func certificate(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let isIssuers = input.number() & 1 == 0
        let remainder = SecretBytes(input.piece())
        let exponent = SecretBytes(input.piece())
        let block = SecretBytes([0x6A, isIssuers ? 2 : 4] + input.all() + [UInt8](repeating: 0, count: 20) + [0xBC])
        let form: SignedBlock.Format = isIssuers ? .issuerKey : .cardKey
        guard let signed = try? SignedBlock(block, form, smallest: isIssuers ? 13 : 19) else { return }
        let fields = KeyFields(signed.fields, ownerCount: isIssuers ? 4 : 10)
        if let today = EMVDate(bytes: [0x25, 0x01, 0x15]) { _ = fields.isUsable(on: today) }
        let certificate = KeyCertificate(certificate: block, remainder: remainder, exponent: exponent)
        guard let key = try? fields.key(certificate) else { return }
        check(RSAPublicKey.modulusByteCounts.contains(key.modulus.count), "\(key.modulus.count) bytes of a modulus")
    }

    /// A whole transaction with a card and an issuer that the input plays: it always ends, and within so many commands.
    @Sendable static func contact(_ bytes: [UInt8]) {
        var card = FuzzedCard(bytes)
        guard var machine = card.machine() else { return check(false, "a configuration that is not taken") }
        var events: [ContactEvent] = [.started]
        var commands = 0
        var turns = 0
        while !machine.isEnded, !events.isEmpty {
            turns += 1
            check(turns < 4 * ContactMachine.mostCommands, "a transaction without an end")
            guard let actions = try? machine.handle(events.removeFirst()) else { return check(false, "a fault") }
            for action in actions {
                if case .transmit = action { commands += 1 }
                if case .conclude(let conclusion) = action { checkConclusion(conclusion) }
                if let event = card.carryOut(action) { events.append(event) }
            }
        }
        check(machine.isEnded, "no outcome")
        check(commands <= ContactMachine.mostCommands, "\(commands) commands")
    }

    /// Nothing is approved but by the card's last word.
    private static func checkConclusion(_ conclusion: ContactConclusion) {
        check(conclusion.scriptResults.count <= ContactIssuerAnswer.mostBytes, "more scripts than were sent")
        let isApproval = conclusion.cryptogram.map { $0.information & 0xC0 == 0x40 } ?? false
        switch conclusion.verdict {
        case .approved: check(isApproval, "an approval without a TC")
        case .approvedOffline: check(false, "an approval that is not allowed")
        case .terminated: check(conclusion.cryptogram == nil, "a last word that does not count")
        case .declinedByCard, .declinedByIssuer, .declinedOffline: break
        }
    }
}
