import TenderFlow
import TenderModel
import TenderTerminal

/// A command of a shop's terminal, as somebody at the till gives it, on what stands already.
struct ZVTCommand {
    let shop: ZVTShop
    let kind: TerminalCommand.Kind
    /// The payment that it is about.
    let about: PaymentIntent

    /// Connects a shop, and makes what the command is about.
    init(_ kind: TerminalCommand.Kind, in shop: ZVTShop = ZVTShop()) async throws {
        self.kind = kind
        self.shop = shop
        try await shop.connect()
        switch kind {
        case .sale: about = try await shop.intent()
        case .hold: about = try await shop.intent(capture: .manual)
        case .capture, .release: about = try await Self.paid(shop, .manual)
        case .reversal, .refund: about = try await Self.paid(shop, .automatic)
        }
    }

    /// The same command in another process.
    init(_ earlier: ZVTCommand, in shop: ZVTShop) {
        self.shop = shop
        kind = earlier.kind
        about = earlier.about
    }

    private static func paid(_ shop: ZVTShop, _ capture: CaptureMethod) async throws -> PaymentIntent {
        let outcome = try await shop.sell(try await shop.intent(capture: capture))
        guard case .approved(let intent) = outcome else { throw NotPaid(outcome: outcome) }
        return intent
    }

    private struct NotPaid: Error { let outcome: PaymentOutcome }

    /// Gives the command: `done`, `unknown`, or how else it ended.
    ///
    /// - Parameter key: the caller's key of a refund.
    func give(key: String? = nil) async -> String {
        do {
            switch kind {
            case .sale, .hold:
                let word = try await shop.sell(about).word
                return word == "approved" ? "done" : word
            case .capture:
                let part = Amount(minorUnits: 800, currency: .eur)
                let captured = try await shop.terminal.capturePaymentIntent(about, amount: part)
                return captured.status == .succeeded ? "done" : "\(captured.status)"
            case .release:
                let released = try await shop.terminal.cancelPaymentIntent(about)
                return released.status == .canceled ? "done" : "\(released.status)"
            case .reversal, .refund: return try await refund(key)
            }
        } catch {
            return (error as? TenderError)?.code == .outcomeUnknown ? "unknown" : "\(error)"
        }
    }

    /// Gives the command again, as somebody does who was told nothing and looks first; a refund under the same key.
    func giveAgain(key: String) async -> String {
        do {
            let found = try await shop.terminal.retrievePaymentIntent(id: about.id)
            switch (kind, found.status) {
            case (.sale, .succeeded), (.hold, .requiresCapture), (.capture, .succeeded), (.release, .canceled):
                return "done"
            default: return await give(key: key)
            }
        } catch {
            return (error as? TenderError)?.code == .outcomeUnknown ? "unknown" : "\(error)"
        }
    }

    private func refund(_ key: String?) async throws -> String {
        let part = kind == .refund ? Amount(minorUnits: 400, currency: .eur) : nil
        let parameters = RefundParameters(paymentIntent: about.id, amount: part, idempotencyKey: key)
        return switch try await shop.terminal.refund(parameters) {
        case .succeeded: "done"
        case .unknown: "unknown"
        case .failed(let refund), .pending(let refund): "\(refund.status)"
        }
    }
}
