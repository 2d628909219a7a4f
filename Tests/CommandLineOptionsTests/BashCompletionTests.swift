import CommandLineOptions
import Foundation
import Testing

/// The script, run by bash.
@Suite(.timeLimit(.minutes(1))) struct BashCompletionTests {
    private static let color = Option(
        "color", "COLOR", "which color", as: .choice(["red", "green"]), formerly: ["hue"])
    private static let file = Option("file", "FILE", "which file", as: .file)
    private static let roof = Operand("KIND", "kind of roof", as: .choice(["flat", "steep"]))
    private static let json = Option(flag: "json", "print JSON")
    private static let script = CompletionShell.bash.script(
        program: "paint",
        commands: [
            .init("wall", [color, file, json]), .init("door open", [json]), .init("door close", []),
            .init("roof", [json], [roof]), .init("roof clean", [file]),
        ])

    /// Returns what bash offers for the last of these words.
    private func offers(_ words: [String], in script: String = script) throws -> [String] {
        let folder = NSTemporaryDirectory() + "completion-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "".write(toFile: folder + "/plan.txt", atomically: true, encoding: .utf8)
        let bash = Process()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.currentDirectoryURL = URL(filePath: folder)
        let call = #"COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); "_$1"; printf '%s\n' "${COMPREPLY[@]}""#
        bash.arguments = ["--norc", "-c", script + call, "bash"] + words
        let pipe = Pipe()
        bash.standardOutput = pipe
        try bash.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        bash.waitUntilExit()
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func commandsAreOfferedWordByWord() throws {
        #expect(try offers(["paint", ""]) == ["wall", "door", "roof"])
        #expect(try offers(["paint", "door", ""]) == ["open", "close"])
        #expect(try offers(["paint", "door", "op"]) == ["open"])
    }

    @Test func optionsAreThoseOfTheCommand() throws {
        #expect(try offers(["paint", "wall", "--"]) == ["--color", "--file", "--json", "--help"])
        #expect(try offers(["paint", "door", "close", "-"]) == ["--help"])
        #expect(try offers(["paint", "wall", ""]) == [])
    }

    @Test func operandsAreOffered() throws {
        #expect(try offers(["paint", "roof", ""]) == ["clean", "flat", "steep"])
        #expect(try offers(["paint", "roof", "clean", "-"]) == ["--file", "--help"])
        #expect(try offers(["paint", "roof", "--json", "s"]) == ["steep"])
        #expect(try offers(["paint", "roof", "-"]) == ["--json", "--help"])
    }

    @Test func valuesAreOffered() throws {
        #expect(try offers(["paint", "wall", "--color", "r"]) == ["red"])
        #expect(try offers(["paint", "wall", "--color", "=", "g"]) == ["green"])
        #expect(try offers(["paint", "wall", "--hue", ""]) == ["red", "green"])
        #expect(try offers(["paint", "wall", "--json", "--file", "pl"]) == ["plan.txt"])
    }

    @Test func aProgramWithoutCommandsHasItsOptions() throws {
        let script = CompletionShell.bash.script(
            program: "paint", commands: [CompletedCommand("", [Self.color, Self.json])])
        #expect(try offers(["paint", "--j"], in: script) == ["--json"])
        #expect(try offers(["paint", "--json", "--color", ""], in: script) == ["red", "green"])
    }
}
