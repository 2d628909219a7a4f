import Tender
@testable import TenderCommand
import Testing

/// `tender refund --reader` and `tender setup`: the language in which they speak to a customer.
struct CounterLanguageTests {
    @Test(arguments: [ReaderAddress(.simulated), ReaderAddress(.internet)])
    func customersAreSpokenToInTheCommandsLanguage(at address: ReaderAddress) async throws {
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: "http://127.0.0.1:9"))
        let terminal = Terminal(at: address, client, NoReaders(), InMemoryJournal(), language: .german)
        #expect(await terminal.customerLanguage == .german)
    }
}
