import TenderBytes
import Testing

@testable import TenderEMV

/// Each bit of the results in a transaction that sets no other, but for those that say how the card proves itself.
@Suite struct ContactResultBitTests {
    /// A bit, and the scripted transaction that sets it, by file and name.
    private static let rows: [(bit: TVR, file: String, name: String)] = [
        (.authenticationNotPerformed, "risk", "below the limit"),
        (.staticAuthenticationFailed, "authentication", "another identifier of the issuer"),
        (.dataMissing, "verification", "no list"), (.onExceptionFile, "risk", "the account is listed"),
        (.dynamicAuthenticationFailed, "authentication", "the card is another one"),
        (.combinedAuthenticationFailed, "authentication", "the signature says another cryptogram"),
        (.staticAuthenticationSelected, "authentication", "static data are authentic"),
        (.versionsDiffer, "risk", "versions"), (.expired, "risk", "expired"),
        (.notYetEffective, "risk", "not yet effective"), (.serviceNotAllowed, "risk", "no goods"),
        (.newCard, "risk", "a new card within its limits"), (.verificationFailed, "verification", "fail"),
        (.verificationUnrecognised, "verification", "a method that is not recognised, and the next"),
        (.pinTriesExceeded, "verification", "no tries are left, then nothing"),
        (.pinPadMissing, "verification", "a PIN without a pad, then nothing"),
        (.pinNotEntered, "verification", "a PIN that is passed over counts for all others"),
        (.onlinePINEntered, "verification", "a PIN for the issuer"), (.floorLimitExceeded, "risk", "at the limit"),
        (.lowerLimitExceeded, "risk", "counter 0013, last online 000F"),
        (.upperLimitExceeded, "risk", "an upper limit below the lower one"),
        (.selectedAtRandom, "risk", "the lot is low"), (.forcedOnline, "risk", "forced online"),
        (.defaultTDOLUsed, "cryptogram", "a hash by our own list"),
        (.issuerAuthenticationFailed, "completion", "the card does not know its issuer, and approves"),
        (.scriptFailedBefore, "scripts", "the second command fails"),
        (.scriptFailedAfter, "scripts", "a command fails afterwards"),
    ]

    /// What stands beside a bit: that a card has nothing to prove itself with, or does so by SDA.
    private static let proofs: [TVR] = [[], .authenticationNotPerformed, .staticAuthenticationSelected]

    @Test func eachBitIsSetAlone() throws {
        let files = Set(Self.rows.map(\.file))
        let scripts = try Dictionary(uniqueKeysWithValues: files.map { ($0, try ContactScript.cases($0)) })
        var wrong: [String] = []
        for row in Self.rows {
            guard let script = scripts[row.file]?.first(where: { $0.name == row.name }) else {
                wrong.append("\(row.name): no such case")
                continue
            }
            wrong += script.differences()
            let results = script.results
            if !Self.proofs.contains(where: { results == row.bit.union($0) }) {
                wrong.append("\(row.name): \(results.map { Hex.encode($0.bytes) } ?? "none")")
            }
        }
        #expect(wrong == [])
    }

    @Test func everyBitThatHasAMeaningIsAmongThem() {
        let all = ContactRulesTests.bits.reduce(into: TVR()) { $0.formUnion($1.0) }
        let set = Self.rows.reduce(into: TVR()) { $0.formUnion($1.bit) }
        #expect(set == all)
        #expect(Self.rows.count == set.rawValue.nonzeroBitCount)
    }
}

extension ContactScript {
    /// The results that the last end has; `nil` if it has none.
    fileprivate var results: TVR? {
        let words = (expectedConclusion.isEmpty ? expected : expectedConclusion).split(separator: " ")
        return words.count > 1 ? Hex.decode(String(words[1])).flatMap { TVR(bytes: $0) } : nil
    }
}
