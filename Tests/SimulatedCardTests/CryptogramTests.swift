import TenderBytes
import TenderCrypto
import Testing

@testable import SimulatedCard

@Suite struct CryptogramTests {
    @Test func keysAndCryptogramsMatchThoseOfAnotherLibrary() throws {
        var wrong: [String] = []
        var schemes: Set<CryptogramScheme> = []
        for row in try VectorFile.rows("cryptograms.tsv") {
            let scheme = try #require(CryptogramScheme(rawValue: row[0]))
            let number = SecretBytes(utf8: row[1])
            let sequence = try #require(UInt8(row[2]))
            let counter = try #require(UInt16(row[3]))
            let fields = try row[4...].map { try #require(Hex.decode($0)) }
            let master = try scheme.masterKey.key(
                issuerKey: CardKeys.publishedIssuerKey, number: number, sequence: sequence)
            let session = try scheme.sessionKey.key(
                masterKey: master, counter: counter, unpredictable: Array(fields[0].suffix(4)))
            let keys = try CardKeys(scheme: scheme, number: number, sequence: sequence)
            let cryptogram = try keys.cryptogram(
                data: fields[0], profile: fields[1], counter: counter, applicationData: fields[2])
            let answer = try keys.authenticationData(
                cryptogram: cryptogram, payload: fields[6], counter: counter)
            let made = [master, session].map { $0.withUnsafeBytes { Array($0) } } + [cryptogram, answer]
            let expected = [fields[3], fields[4], fields[5], fields[7]]
            if made != expected { wrong.append("\(scheme) \(sequence) \(counter)") }
            schemes.insert(scheme)
        }
        #expect(wrong == [])
        #expect(schemes.count == CryptogramScheme.allCases.count)
    }

    @Test func theIssuersApplicationDataHasTheSizeOfItsScheme() {
        let sizes = CryptogramScheme.allCases.map { $0.applicationData(results: [1, 2, 3, 4]).count }
        #expect(sizes == [7, 7, 32, 18, 32])
    }

    @Test func aDescriptionShowsNoKey() throws {
        let keys = try CardKeys(scheme: .common, number: SecretBytes(utf8: "4242424242424242"), sequence: 0)
        #expect("\(keys)" == "CardKeys(common)")
    }
}
