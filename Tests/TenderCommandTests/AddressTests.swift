import CommandLineOptions
import Foundation
import TenderTestSupport
@testable import TenderCommand
import Testing

/// An address with a password in it is refused wherever one is taken, and shown nowhere.
@Suite(.timeLimit(.minutes(1))) struct AddressTests {
    private static let bad = [
        "http://user:canary@127.0.0.1:9", "https://canary@api.example/", "HTTPS://user:canary@api.example/v1",
        "http://user:canary%40127.0.0.1/", "https://user:ca@canary@api.example", "https://user:canary\\@api.example",
    ]

    @Test func everyOptionThatTakesAnAddressRefusesAPassword() throws {
        var wrong: [String] = []
        var count = 0
        for command in TenderCommand.commands {
            for option in command.options.map(\.declaration) where option.placeholder == "URL" {
                count += 1
                for address in Self.bad {
                    do {
                        _ = try Arguments(
                            ["--\(option.name)", address], command.options.filter { $0.declaration.name == option.name }
                        )
                        wrong.append("\(command.name) takes --\(option.name) \(address)")
                    } catch {
                        let text = Failure(error).message
                        if text.contains("canary") || !text.contains("--\(option.name)") {
                            wrong.append("\(command.name): \(text)")
                        }
                    }
                }
            }
        }
        #expect(wrong == [])
        #expect(count > 40)
    }

    /// What is wrong with an address is told by others too, and not every password stands where one is looked for.
    @Test func noErrorShowsAPasswordAndNothingIsMade() async throws {
        let folder = NSTemporaryDirectory() + "tender-address-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try TillJournal.program()
        let lines = [
            ["sale", "--amount", "1.00", "--gateway", "http://user:canary@127.0.0.1:9"],
            ["sale", "--amount", "1.00", "--gateway", "http://user:can/canary@127.0.0.1:9"],
            ["sale", "--amount", "1.00", "--gateway", "http://user:can?canary@127.0.0.1:9"],
            ["sale", "--amount", "1.00", "--gateway", "http://user:can canary@127.0.0.1:9"],
            ["sale", "--amount", "1.00", "--gateway", "user:canary@127.0.0.1:9"],
            ["sale", "--amount", "1.00", "--gateway", "http:/user:canary@127.0.0.1:9"],
            ["sale", "--amount", "1.00", "--gateway", "http://127.0.0.1:9/?key=canary"],
            ["sale", "--amount", "1.00", "--gateway", "http://192.0.2.1/?key=canary"],
            ["sale", "--amount", "1.00", "--reader", "tcp:user:canary@127.0.0.1:9"],
            ["sale", "--gatewy=http://user:canary@127.0.0.1:9"],
            ["sale", "http://user:canary@127.0.0.1:9"],
            ["http://user:canary@127.0.0.1:9"],
            ["refund", "pi_1", "--gateway", "http://user:canary@127.0.0.1:9"],
            ["pending", "--gateway", "http://user:canary@127.0.0.1:9"],
            ["doctor", "--gateway", "http://user:canary@127.0.0.1:9"],
            ["journal", "rebind", "shop.journal", "--gateway", "http://user:canary@127.0.0.1:9"],
            ["gateway", "listen", "--gateway", "http://127.0.0.1:9", "--forward-to", "http://u:canary@127.0.0.1/"],
            ["gateway", "listen", "--gateway", "http://127.0.0.1:9", "--forward-to", "http://192.0.2.1/?key=canary"],
            ["reader", "simulate", "neo", "u:canary@host", "--over", "tcp"],
        ]
        var wrong: [String] = []
        for words in lines {
            for more in [[], ["--json"]] {
                let (code, text) = try await ChildProcess.run(
                    ["env", "-u", "TENDER_API_KEY", "HOME=\(folder)", "LANG=C.UTF-8", program] + words + more,
                    in: folder)
                if text.contains("canary") || code != 1 { wrong.append("\(words + more): \(code ?? -1) \(text)") }
            }
        }
        #expect(wrong == [])
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder) == [])
    }
}
