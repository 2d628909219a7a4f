import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderFlow
import TenderModel
import TenderReaders
import Testing

@testable import TenderKeys

/// What is sealed under keys of the store, opened by the simulated gateway's code, which shares none with it.
@Suite struct DUKPTCardSealerTests {
    private static let amount = Amount(minorUnits: 1234, currency: .eur)
    private static let track = SecretBytes(utf8: "4242424242424242=34122010000000000000")
    private func sealer(_ sample: String) throws -> (DUKPTCardSealer, KeyStore, String) {
        let store = try KeyStore(folder: "/keys", files: FailingFileSystem())
        let id = try store.load(KeySamples.file(sample)).id
        return (try DUKPTCardSealer(store, key: id), store, id)
    }

    @Test(arguments: [(KeySamples.tripleDES, "tdes-dukpt-tender-v1"), (KeySamples.aes128, "aes-dukpt-tender-v1")])
    func theGatewayOpensEachStripeUnderItsOwnNumber(_ sample: String, _ scheme: String) async throws {
        let (sealer, _, id) = try sealer(sample)
        var serials: [String] = []
        for method in [ReadMethod.magneticStripeTrack2, .magneticStripeFallback] {
            let payload = try await sealer.nextSeal().seal(track2: Self.track, read: method, amount: Self.amount)
            #expect(payload.scheme == scheme)
            serials.append(payload.keySerial)
            let opened = try CardPayload.open(payload)
            #expect(
                opened
                    == CardPayload(
                        card: .visa, readMethod: method, verification: .signature, amount: Self.amount))
        }
        #expect(serials == ["1", "2"].map { id.dropLast().lowercased() + $0 })
    }

    /// Every length of a plaintext, so that every length of the padding.
    @Test(arguments: [KeySamples.tripleDES, KeySamples.aes128])
    func anyLengthIsOpened(_ sample: String) async throws {
        let (sealer, _, _) = try sealer(sample)
        var wrong: [Int] = []
        for count in 0..<17 {
            let track = SecretBytes(utf8: "4242424242424242=3412" + String(repeating: "0", count: count))
            let payload = try await sealer.nextSeal()
                .seal(track2: track, read: .magneticStripeTrack2, amount: Self.amount)
            if try CardPayload.open(payload).number != SimulatedCard.visa.number { wrong.append(count) }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [KeySamples.tripleDES, KeySamples.aes128])
    func aChangedPayloadIsRefused(_ sample: String) async throws {
        let (sealer, _, _) = try sealer(sample)
        let payload = try await sealer.nextSeal()
            .seal(track2: Self.track, read: .magneticStripeTrack2, amount: Self.amount)
        var wrong: [String] = []
        for part in [\EncryptedPayload.keySerial, \.ciphertext, \.tag] {
            let bytes = try #require(Hex.decode(payload[keyPath: part]))
            for place in bytes.indices {
                var (changed, other) = (payload, bytes)
                other[place] ^= 1
                changed[keyPath: part] = Hex.encode(other)
                if (try? CardPayload.open(changed)) != nil { wrong.append("\(place) of \(changed[keyPath: part])") }
            }
        }
        var renamed = payload
        renamed.scheme = "aes-256-gcm-simulator-v1"
        #expect((try? CardPayload.open(renamed)) == nil)
        #expect(wrong == [])
    }

    @Test func aSealEncryptsOnce() async throws {
        let (sealer, _, _) = try sealer(KeySamples.aes128)
        let seal = try await sealer.nextSeal()
        _ = try seal.seal(track2: Self.track, read: .magneticStripeTrack2, amount: Self.amount)
        #expect(throws: (any Error).self) {
            try seal.seal(objects: SecretBytes([0x9F, 0x26, 0]), amount: Self.amount)
        }
    }

    @Test func aKeyWithoutTransactionsIsRefusedBeforeACard() async throws {
        let sample = KeySamples.tripleDES.replacing("E00000", with: "FFF400")
        let (sealer, store, id) = try sealer(sample)
        var numbers = 0
        var end: ReaderError?
        while end == nil, numbers < 100 {
            do throws(ReaderError) {
                _ = try await sealer.nextSeal()
                numbers += 1
            } catch {
                end = error
            }
        }
        guard case .failed(.missingKeys, let reason) = end, numbers == 1 else {
            Issue.record("\(numbers) numbers, then \(String(describing: end))")
            return
        }
        #expect(reason.contains("used up"))
        #expect(throws: KeyStoreError.self) { try DUKPTCardSealer(store, key: id) }
        #expect(throws: KeyStoreError.self) { try DUKPTCardSealer(store, key: "FFFF9876543210E00001") }
    }
}
