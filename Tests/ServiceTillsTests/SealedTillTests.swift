import Foundation
import ServiceTills
import SimulatedCard
import Tender
import TenderKeys
@testable import TenderLibrary
import TenderTestSupport
import Testing

/// Tills whose cards are encrypted under a key of a key store.
@Suite(.timeLimit(.minutes(2))) struct SealedTillTests {
    private static let id = "FFFF9876543210E00000"

    /// A store with the key of docs/keys.md.
    private static func store() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tender-keys-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder + "/device"
        let key = "scheme tdes-dukpt\nserial \(id)\nkey 6AC292FAA1315B4D858AB3A3D7D5933A\ncheck AF8C07\n"
        _ = FileManager.default.createFile(
            atPath: file, contents: Data(key.utf8), attributes: [.posixPermissions: 0o600])
        _ = try KeyStore(folder: folder + "/store").load(KeyFile(reading: file))
        return folder + "/store"
    }

    /// Two tills share the store; each card takes a number of its own.
    @Test func tillsShareAKeyStore() async throws {
        let folder = try Self.store()
        let store = try OpenKeyStores.store(folder)
        #expect(try OpenKeyStores.store(folder) === store)
        let sealer = try DUKPTCardSealer(store, key: Self.id)
        let address = try #require(ReaderAddress("simulated-ccid"))
        for _ in 0..<2 {
            let counter = try await ServiceCounter(address, cards: [.visa], sealer: sealer)
            let sold = try await counter.sell(try await counter.payment(), key: "1")
            #expect(sold["outcome"] == "approved", "\(sold)")
            await counter.close()
        }
        #expect(store.entries.first?.serialNumber == "FFFF9876543210E00002")
    }

    @Test func aKeyThatIsGoneRefusesBeforeACardIsAskedFor() async throws {
        let store = try KeyStore(folder: try Self.store())
        let counter = try await ServiceCounter(
            #require(ReaderAddress("simulated-ccid")), cards: [.visa], sealer: try DUKPTCardSealer(store, key: Self.id))
        let payment = try await counter.payment()
        try store.remove(Self.id)
        let refused = try await counter.sell(payment, key: "1")
        #expect(refused["outcome"] == "failed")
        #expect(refused["error"]?["message"]?.string?.contains(Self.id) == true, "\(refused)")
        await counter.close()
    }

    /// What the tills cannot be had with is named before anything is opened.
    @Test func whatDoesNotFitIsTold() throws {
        func misfit(_ readers: [String], gateway: Bool = false, usb: Bool = false) throws -> ServiceTills.Misfit? {
            let wishes = try readers.map {
                ServiceTills.Wish(name: "till", reader: try #require(ReaderAddress($0)))
            }
            return ServiceTills.misfit(wishes, hasGateway: gateway, hasUSBOptions: usb)
        }
        let zvt = try #require(ReaderAddress("tcp:127.0.0.1:20007"))
        #expect(try misfit([zvt.description], gateway: true) == .isGateway(zvt))
        #expect(try misfit([zvt.description, "usb"], gateway: true, usb: true) == nil)
        #expect(try misfit([zvt.description], usb: true) == .needsUSBReader)
        #expect(try misfit(["internet"]) == .needsGateway(ReaderAddress(.internet)))
    }
}
