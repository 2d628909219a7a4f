import FoundationEssentials
import Glibc
import Tender
import Testing

@Suite struct GatewayKeyTests {
    private func file(_ text: String, mode: Int) throws -> String {
        let path = FileManager.default.temporaryDirectory.path + "/key-" + UUID().uuidString
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test func aPrivateFileHoldsTheKey() throws {
        let path = try file(" sk_live_1 \n", mode: 0o600)
        defer { unlink(path) }
        let key = try GatewayKey(for: "https://api.example", file: path)
        #expect(key.secret == SecretBytes(utf8: "sk_live_1"))
    }

    @Test(arguments: [("sk_test_1", 0o644), ("", 0o600), (" \n", 0o600)])
    func aFileThatOthersReadOrThatIsEmptyIsRefused(_ text: String, _ mode: Int) throws {
        let path = try file(text, mode: mode)
        defer { unlink(path) }
        #expect(throws: GatewayKeyError.self) { try GatewayKey(for: "https://api.example", file: path) }
        #expect(throws: GatewayKeyError.self) { try GatewayKey(for: "https://api.example", file: path + ".none") }
    }

    @Test func aKeyInPlaceOfItsFileIsNotShown() {
        let error = #expect(throws: GatewayKeyError.self) {
            try GatewayKey(for: "https://api.example", file: "sk_live_canary")
        }
        #expect(error?.description.contains("canary") == false)
    }

    @Test func anAddressWithAPasswordHasNoKeyAndIsNotShown() {
        let error = #expect(throws: GatewayKeyError.self) {
            try GatewayKey(for: "https://user:canary@api.example", file: nil)
        }
        #expect(error?.description.contains("https://***@api.example") == true)
    }

    @Test func theBindingNamesTheKeyAndDoesNotTellIt() {
        let key = GatewayKey(SecretBytes(utf8: "sk_live_abc"), for: "HTTPS://API.Example/Path//")
        #expect(key.binding.gateway == "https://api.example/Path")
        #expect(key.binding.account.hasPrefix("live key #"))
        #expect(!key.binding.account.contains("abc"))
        let test = GatewayKey(SecretBytes(utf8: "sk_test_abc"), for: "https://api.example")
        #expect(test.binding.account.hasPrefix("test key #"))
        #expect(test.binding.account != key.binding.account)
    }
}
