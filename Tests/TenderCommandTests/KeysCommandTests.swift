import Foundation
import Tender
import TenderCommand
import TenderKeys
import TenderTestSupport
import Testing

/// What `tender keys` takes, shows, refuses and ends with; the store itself is tested beside it.
@Suite struct KeysCommandTests {
    private static let id = "FFFF9876543210E00000"
    private static let store = ".local/state/tender/keys"

    private let folder: CommandFolder
    /// The key file that docs/keys.md shows.
    private let example: String

    init() throws {
        folder = try CommandFolder()
        let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/keys.md")
        let page = try String(contentsOf: docs, encoding: .utf8)
        example = String(try #require(page.firstMatch(of: /```\n(# [^`]*)```/)).1)
        try folder.write(example, to: "device.key")
    }

    private func key(_ state: String, last: String) -> NSDictionary {
        ["id": Self.id, "state": state, "scheme": "tdes-dukpt", "serial_number": last, "check_value": "AF8C07"]
    }

    @Test func aLoadedKeyIsListedAndItsRemovalKeepsItsCount() async throws {
        let loaded = try await folder.json("keys load device.key")
        #expect(loaded.code == 0)
        #expect(loaded.object == ["outcome": "loaded", "key": key("ready", last: Self.id)])
        let again = try await folder.json("keys load device.key")
        #expect(again.code == 1)
        #expect(again.object.errorCode == "keyAlreadyLoaded")

        let store = try KeyStore(folder: "\(folder.path)/\(Self.store)")
        for _ in 0..<3 { _ = try store.nextTransaction(Self.id) }
        let beside = try await folder.json("keys remove \(Self.id)")
        #expect(beside.code == 1)
        #expect(beside.object.errorCode == "keyStoreBusy")
        let listed = try await folder.json("keys list")
        withExtendedLifetime(store) {}
        #expect(listed.code == 0)
        #expect(listed.object == ["outcome": "listed", "keys": [key("ready", last: "FFFF9876543210E00003")]])
    }

    @Test func aRemovedKeyThatIsLoadedAgainRepeatsNoNumber() async throws {
        try folder.write(example.replacing("E00000", with: "E00003"), to: "used.key")
        #expect(try await folder.tender("keys load used.key").code == 0)
        let removed = try await folder.json("keys remove \(Self.id.lowercased())")
        #expect(removed.code == 0)
        #expect(removed.object == ["outcome": "removed", "id": Self.id])
        let gone = try await folder.json("keys remove \(Self.id)")
        #expect(gone.code == 1)
        #expect(gone.object.errorCode == "keyUnknown")
        #expect(
            try await folder.tender("keys list").text
                == "\(Self.id)  tdes-dukpt  removed  last FFFF9876543210E00003  check AF8C07\n")
        #expect(
            try await folder.tender("keys load device.key").text
                == "loaded \(Self.id)  tdes-dukpt  ready  last FFFF9876543210E00003  check AF8C07\n")
        let next = try KeyStore(folder: "\(folder.path)/\(Self.store)").nextTransaction(Self.id)
        #expect(next.serialNumber.counter == 4)
    }

    @Test func whatOthersMayReadIsRefused() async throws {
        try folder.setMode(0o644, of: "device.key")
        let file = try await folder.json("keys load device.key")
        #expect(file.code == 1)
        #expect(file.object.errorCode == "keyExposed")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["device.key"])
        #expect(try await folder.tender("keys list").text == "no keys\n")

        try folder.setMode(0o600, of: "device.key")
        #expect(try await folder.tender("keys load device.key --store mine").code == 0)
        try folder.setMode(0o750, of: "mine")
        let store = try await folder.json("keys list --store mine")
        #expect(store.code == 1)
        #expect(store.object.errorCode == "keyExposed")
    }

    @Test func aDamagedKeyIsACheckThatFails() async throws {
        #expect(try await folder.tender("keys load device.key").code == 0)
        try folder.write("TNDRKEY1", to: "\(Self.store)/\(Self.id).key")
        let listed = try await folder.json("keys list")
        #expect(listed.code == 7)
        #expect(listed.object == ["outcome": "damaged", "keys": [["id": Self.id, "state": "damaged"]]])
        let loaded = try await folder.json("keys load device.key")
        #expect(loaded.code == 7)
        #expect(loaded.object.errorCode == "keyDamaged")
    }

    /// Also where the key stands in a wrong place of its file.
    @Test func noCommandShowsAKey() async throws {
        let canary = "6AC292FAA1315B4D858AB3A3D7D5933A"
        let pieces = stride(from: 0, to: canary.count, by: 8).map { canary.dropFirst($0).prefix(8) }
        let texts = [
            example.replacing("AF8C07", with: "AF8C08"), example.replacing("serial ", with: "serial \(canary)"),
            example.replacing("scheme tdes-dukpt", with: "scheme \(canary)"), example + canary + "\n",
            example + "other \(canary)\n", example.replacing("check AF8C07", with: "check \(canary)"),
            example.replacing(canary, with: canary + "00"), example.replacing(canary, with: canary + "G"),
        ]
        for (index, text) in texts.enumerated() { try folder.write(text, to: "\(index).key") }
        let refused = texts.indices.map { ("keys load \($0).key", Int32(1)) }
        let done = [("keys load device.key", Int32(0)), ("keys list", 0), ("keys remove \(Self.id)", 0)]
        var wrong: [String] = []
        for form in ["", " --json"] {
            for (words, expected) in refused + done {
                let (code, text) = try await folder.tender(words + form)
                if code != expected || pieces.contains(where: { text.uppercased().contains($0) }) {
                    wrong.append("\(words): \(code ?? -1)")
                }
            }
        }
        #expect(example.contains(canary))
        #expect(wrong == [])
    }
}
