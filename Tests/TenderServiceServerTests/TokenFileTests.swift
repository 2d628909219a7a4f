import FoundationEssentials
import TenderService
import TenderServiceServer
import Testing

/// The file of tokens.
@Suite struct TokenFileTests {
    private static func file() throws -> (TokenFile, URL) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tender-tokens-\(UInt64.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "tokens.json")
        return (TokenFile(path: path.path), path)
    }

    private static let frontEnd = FrontEnd(
        name: "web", tokenHash: TokenFile.hash(Array("t".utf8)), rights: [.read, .sell], tills: ["front"])

    @Test func whatIsWrittenIsRead() throws {
        let (file, path) = try Self.file()
        #expect(try file.read().isEmpty)
        try file.write([Self.frontEnd])
        #expect(try file.read() == [Self.frontEnd])
        let mode = try FileManager.default.attributesOfItem(atPath: path.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aFileThatOthersMayReadIsRefused() throws {
        let (file, path) = try Self.file()
        try file.write([Self.frontEnd])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path.path)
        #expect(throws: ServiceFailure.self) { try file.read() }
    }

    @Test(arguments: ["", "{}", "[]", #"{"tokens":[{"name":"x"}]}"#, "\u{FF}"]) func aDamagedFileIsRefused(
        _ text: String
    ) throws {
        let (file, path) = try Self.file()
        try Data(text.utf8).write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
        #expect(throws: ServiceFailure.self) { try file.read() }
    }

    @Test func changesAtTheSameTimeAllCount() async throws {
        let (file, _) = try Self.file()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await file.update {
                        $0.append(FrontEnd(name: "\(number)", tokenHash: "", rights: [], tills: nil))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().count == 8)
    }

    @Test func tokensAreNeverTheSameAndNeverStored() throws {
        let tokens = (0..<100).map { _ in TokenFile.makeToken() }
        #expect(Set(tokens).count == 100)
        #expect(TokenFile.hash(Array(tokens[0].utf8)).count == 64)
    }
}
