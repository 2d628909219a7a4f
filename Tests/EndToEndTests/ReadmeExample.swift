// README begins here
import SimulatedGateway
import SimulatedReader
import Tender

/// Sells something for 10.99 EUR; gives the captured payment, or nil when nobody paid.
func sell() async throws -> PaymentIntent? {
    let gateway = try SimulatedGateway()  // the payments API on a free port of 127.0.0.1
    defer { gateway.stop() }
    let client = try PaymentsClient(apiKey: SecretBytes(utf8: "sk_test_shop"), connection: .init(baseURL: gateway.url))
    let terminal = Terminal(
        configuration: .init(gateway: client, readerSource: SimulatedReaderSource(), journal: InMemoryJournal())
    )
    let events = terminal.events()
    let display = Task {
        for await event in events {
            if case .displayMessage(let message) = event.kind { print(message.text) }
        }
    }
    defer { display.cancel() }

    _ = try await terminal.easyConnect(.simulated)
    let created = try await terminal.createPaymentIntent(.init(amount: 1099, currency: .eur, captureMethod: .manual))
    let collected = try await terminal.collectPaymentMethod(created)
    switch try await terminal.confirmPaymentIntent(collected) {
    case .approved(let held): return try await terminal.capturePaymentIntent(held)
    case .declined(let decline, _): print("Declined: \(decline.reason). Another card can pay the same intent.")
    case .canceled: print("Nothing is held.")
    case .unknown(let unknown): print(unknown.message)  // and the terminal goes on asking
    case .storedOffline(let accepted): print(accepted.payment.id)  // only where offline payments are allowed
    }
    return nil
}
// README ends here
