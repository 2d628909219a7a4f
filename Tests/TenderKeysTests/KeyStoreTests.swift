import Foundation
import TenderCrypto
import TenderFiles
import Testing

@testable import TenderBytes
@testable import TenderKeys

/// What a key store takes, keeps, gives and refuses.
@Suite struct KeyStoreTests {
    private static let folder = "/keys"

    private func reason(_ body: () throws -> Void) -> KeyStoreError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return (error as? KeyStoreError)?.reason
        }
    }

    private func store(_ disk: FailingFileSystem = FailingFileSystem()) throws -> KeyStore {
        try KeyStore(folder: Self.folder, files: disk)
    }

    /// A used key is forgotten, and wiped, while the others live on.
    @Test func noKeyThatIsReadSharesItsMemory() throws {
        var wrong: [String] = []
        for lines in KeySamples.all {
            let file = try KeySamples.file(lines)
            let device = try DUKPTDevice(initialKey: file.initialKey, serialNumber: file.serialNumber)
            let written = StoredKey(device: device, checkValue: file.checkValue).encode()
            let keys = try #require(StoredKey(decoding: written)).device.futureKeys
            if Set(keys.values.map { ObjectIdentifier($0.storage) }).count < keys.count { wrong.append(lines) }
        }
        #expect(wrong == [])
    }

    @Test func eachKindOfKeyIsKeptAndGivesTheKeysOfItsReceiver() throws {
        var wrong: [String] = []
        let disk = FailingFileSystem()
        for lines in KeySamples.all {
            let file = try KeySamples.file(lines)
            let id = try store(disk).load(file).id
            for count in 1...20 {
                // A new store each time: what it gives comes from the disk.
                let transaction = try store(disk).nextTransaction(id)
                let pin = try transaction.key(for: .pin)
                let expected =
                    switch transaction.serialNumber {
                    case .tripleDES(let number):
                        try TripleDESDUKPT.key(for: .pin, initialKey: file.initialKey, serialNumber: number)
                    case .aes(let number):
                        try AESDUKPT.key(
                            for: .pin,
                            type: file.initialKey.count == 16
                                ? .aes128 : file.initialKey.count == 24 ? .aes192 : .aes256,
                            initialKey: file.initialKey, serialNumber: number)
                    }
                if pin != expected || transaction.serialNumber.counter != UInt32(count) {
                    wrong.append("\(id) \(count)")
                }
            }
        }
        #expect(wrong == [])
        #expect(try store(disk).entries.map(\.state) == [.ready, .ready, .ready, .ready])
        #expect(try store(disk).entries.first?.serialNumber == "123456789012345600000014")
    }

    @Test func theStoreNeverHasTheInitialKeyOrAPastOne() throws {
        let disk = FailingFileSystem()
        let file = try KeySamples.file(KeySamples.tripleDES)
        let store = try store(disk)
        let id = try store.load(file).id
        var keys = [file.initialKey]
        var found = 0
        for _ in 0..<20 {
            guard case .tripleDES(let number) = try store.nextTransaction(id).serialNumber else { continue }
            keys.append(try TripleDESDUKPT.key(for: nil, initialKey: file.initialKey, serialNumber: number))
            let bytes = Data(try #require(disk.survivors[1].values.first))
            found += keys.filter { key in key.withUnsafeBytes { bytes.range(of: Data($0)) != nil } }.count
        }
        #expect(keys.count == 21)
        #expect(found == 0)
    }

    @Test func aFileThatIsCutOrChangedAnywhereIsRefusedAndLeftAlone() throws {
        let disk = FailingFileSystem()
        let id = try store(disk).load(KeySamples.file(KeySamples.tripleDES)).id
        _ = try store(disk).nextTransaction(id)
        let (path, bytes) = try #require(disk.survivors[0].first)
        var wrong: [String] = []
        let cut = (0..<bytes.count).map { Array(bytes.prefix($0)) }
        let changed = bytes.indices.map { place in
            var bytes = bytes
            bytes[place] ^= 0x01
            return bytes
        }
        for (index, damaged) in (cut + changed + [bytes + [0]]).enumerated() {
            let disk = FailingFileSystem([path: damaged])
            let store = try store(disk)
            let reasons = [
                reason { _ = try store.nextTransaction(id) }, reason { try store.remove(id) },
                reason { _ = try store.load(KeySamples.file(KeySamples.tripleDES)) },
            ]
            if reasons != [.damaged, .damaged, .damaged] || store.entries.map(\.state) != [.damaged]
                || disk.survivors[0] != [path: damaged]
            {
                wrong.append("\(index): \(reasons)")
            }
        }
        #expect(wrong == [])
    }

    @Test func aFileUnderTheNameOfAnotherKeyIsDamaged() throws {
        let disk = FailingFileSystem()
        _ = try store(disk).load(KeySamples.file(KeySamples.tripleDES))
        let bytes = try #require(disk.survivors[0].values.first)
        let other = try store(FailingFileSystem(["/keys/FFFF9876543210C00000.key": bytes]))
        #expect(other.entries.map(\.state) == [.damaged])
    }

    @Test func aKeyIsUsedUpAtItsLastNumberAndRefusesFromThenOn() throws {
        for (lines, id) in [
            (KeySamples.tripleDES.replacing("E00000", with: "FFF400"), KeySamples.tripleDESID),
            (KeySamples.aes128.replacing("345600000000", with: "3456FFFE8000"), "123456789012345600000000"),
        ] {
            let disk = FailingFileSystem()
            let store = try store(disk)
            _ = try store.load(KeySamples.file(lines))
            var count = 0
            while count < 10, (try? store.nextTransaction(id)) != nil { count += 1 }
            #expect(count == 1)
            #expect(reason { _ = try store.nextTransaction(id) } == .exhausted)
            let again = try self.store(disk)
            #expect(again.entries.map(\.state) == [.exhausted])
            try again.remove(id)
            #expect(reason { _ = try again.load(KeySamples.file(lines)) } == .exhausted)
        }
    }

    @Test func aRemovedKeyIsGoneAndGoesOnBehindItsLastNumber() throws {
        let disk = FailingFileSystem()
        let store = try store(disk)
        let file = try KeySamples.file(KeySamples.tripleDES)
        let id = try store.load(file).id
        #expect(reason { _ = try store.load(file) } == .alreadyLoaded)
        for _ in 0..<3 { _ = try store.nextTransaction(id) }
        try store.remove(id)
        #expect(store.entries.map(\.state) == [.removed])
        #expect(reason { _ = try store.nextTransaction(id) } == .unknownKey)
        #expect(reason { try store.remove(id) } == .unknownKey)
        let again = try self.store(disk)
        #expect(try again.load(file).serialNumber == "FFFF9876543210E00003")
        #expect(try again.nextTransaction(id).serialNumber.counter == 4)
    }

    @Test func aKeyFileThatIsNotRightIsRefusedWithoutShowingTheKey() throws {
        let right = try KeySamples.text(KeySamples.tripleDES)
        let texts = [
            "", "scheme tdes-dukpt\n", right.replacing("check ", with: "check 00"),
            right.replacing("tdes", with: "aes"),
            right.replacing("serial FF", with: "serial "), right.replacing("key 6A", with: "key "),
            right.replacing("key 6A", with: "key 6G"), right.replacing("key 6A", with: "key 68"), right + right,
            right + "other 00\n", right.replacing("key 6A", with: "key 6A 6A"),
            try KeySamples.text(KeySamples.tripleDES.replacing("858AB3A3D7D5933A", with: "6AC292FAA1315B4D")),
        ]
        var wrong: [String] = []
        for (index, text) in texts.enumerated() {
            do throws(KeyStoreError) {
                _ = try KeyFile(parsing: SecretBytes(utf8: text))
                wrong.append("\(index)")
            } catch {
                if error.reason != .malformed || error.description.contains("C292") { wrong.append("\(index)") }
            }
        }
        #expect(wrong == [])
        let commented = try KeyFile(
            parsing: SecretBytes(utf8: "# a comment\r\n\r\n" + right.replacing("\n", with: "\r\n")))
        #expect(Hex.encode(commented.serialNumber.bytes) == KeySamples.tripleDESID.lowercased())
    }

    @Test func onTheDiskOnlyItsOwnerMayReadAndOnlyOneMayWrite() throws {
        let base = NSTemporaryDirectory() + "tender-keys-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: base) }
        let folder = base + "/deep/keys"
        #expect(try KeyStore.entries(folder: folder) == [])
        var store: KeyStore? = try KeyStore(folder: folder)
        let entry = try #require(try store?.load(KeySamples.file(KeySamples.tripleDES)))
        _ = try store?.nextTransaction(entry.id)
        #expect(reason { _ = try KeyStore(folder: folder) } == .busy)
        #expect(try KeyStore.entries(folder: folder).map(\.serialNumber) == ["FFFF9876543210E00001"])
        store = nil
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        let file = "\(folder)/\(entry.id).key"
        #expect(try [mode(folder), mode(file), mode(folder + "/lock")] == [0o700, 0o600, 0o600])
        #expect(try KeyStore(folder: folder).nextTransaction(entry.id).serialNumber.counter == 2)
        chmod(file, 0o640)
        #expect(reason { _ = try KeyStore(folder: folder).nextTransaction(entry.id) } == .exposed)
        chmod(folder, 0o750)
        #expect(reason { _ = try KeyStore(folder: folder) } == .exposed)
        #expect(reason { _ = try KeyStore.entries(folder: folder) } == .exposed)
    }
}
