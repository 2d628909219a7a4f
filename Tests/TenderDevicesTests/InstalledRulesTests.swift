import Foundation
import TenderDevices
import TenderReaders
import Testing

@Suite struct InstalledRulesTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "tender-rules-\(UUID().uuidString)")
    private var folders: [String] { ["etc", "lib"].map { root.appending(path: $0).path(percentEncoded: false) } }

    private func look(_ files: [String: String]) throws -> InstalledRules {
        defer { try? FileManager.default.removeItem(at: root) }
        for folder in folders {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        for (folder, text) in files {
            try Data(text.utf8).write(to: root.appending(path: folder).appending(path: UDevRules.fileName))
        }
        return InstalledRules.look(for: UDevRules.fileName, expecting: UDevRules.text, in: folders)
    }

    private func path(_ folder: String) -> String {
        root.appending(path: folder).appending(path: UDevRules.fileName).path(percentEncoded: false)
    }

    @Test func aFileIsMissingOrThere() throws {
        #expect(try look([:]) == .missing)
        #expect(try look(["lib": UDevRules.text]) == .current(path: path("lib")))
        let lines = UDevRules.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let bare = lines.map { "  " + $0 }.joined(separator: "\n")
        #expect(try look(["etc": "# of another version\n" + bare]) == .current(path: path("etc")))
    }

    @Test func whatAnOlderVersionWroteIsTold() throws {
        var lines = UDevRules.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        lines.removeLast(2)
        let old = lines.joined(separator: "\n") + "\nSUBSYSTEM==\"usb\", MODE=\"0666\"\n"
        #expect(try look(["lib": old]) == .different(path: path("lib"), missing: 2, foreign: 1))
    }

    /// udev takes the first of two files of the same name.
    @Test func anOldFileHidesANewOne() throws {
        let count = UDevRules.text.split(separator: "\n").count { !$0.hasPrefix("#") }
        #expect(
            try look(["etc": "", "lib": UDevRules.text]) == .different(path: path("etc"), missing: count, foreign: 0))
        #expect(try look(["etc": UDevRules.text, "lib": ""]) == .current(path: path("etc")))
    }
}
