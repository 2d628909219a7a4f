import CommandLineOptions
import SimulatedCard
import SimulatedReader
import Tender
import TenderService

/// The command that saves the card that a customer presents at a reader, to charge it later.
enum SetupCommand: Command {
    static let name = "setup"
    static let summary = "save the card that a customer presents at a reader, to charge it later"
    private static let customer = Option(
        "customer", "ID", "the customer whose card it is; see tender customer", as: .text)
    private static let allowRedisplay = Option<AllowRedisplay>(
        "allow-redisplay", "CONSENT", "whether the customer has agreed to see the card at every checkout",
        as: .choice([.always, .limited], spelled: \.rawValue), default: .limited)
    private static let usage = Option<SetupFutureUsage>(
        "usage", "USAGE", "whether the customer will be present when it is charged",
        as: .choice([.offSession, .onSession], spelled: \.rawValue), default: .offSession)
    private static let reader = Option(
        "reader", "READER", "where the card is presented: simulated, usb[:ID][#SLOT], serial:PATH or internet[:ID]",
        as: .reader, default: ReaderAddress(.simulated))
    private static let card = Option(
        "card", "NAME[,NAME…]",
        "cards presented one after the other at the simulated reader; none for no card; visa when left out",
        as: .text)
    static let options: [any DeclaredOption] =
        [customer, allowRedisplay, usage, CustomerOptions.description, reader, card, RefundAtReader.limit]
        + [SaleOptions.offlineWhen] + MoneyRequests.options
    static let notes = """
        Prints the generated card, pm_…, which is the customer's from then on: charge it with tender customer pay. Without
        --customer it is nobody's, and is attached with tender customer add-card before it is charged. tender setup list
        shows what was saved, and what was not.

        After exit code 4 or a crash run the same command again: it finds out whether the card was saved, and asks for a
        card only if it certainly was not. To save a second card, wait until the first has been reported.

        \(JournalAccess.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let address = arguments[reader]
        guard address.dialect != .zvt else {
            throw CommandLineError("a ZVT terminal saves no cards: name another reader")
        }
        let offline = arguments[SaleOptions.offlineWhen]
        guard address.method != .internet || offline == .requireOnline else {
            throw CommandLineError("--offline is not for smart readers")
        }
        let client = try GatewayAccess.client(arguments)
        let readers = try readers(address, arguments, client)
        let access = try await JournalAccess.open(arguments)
        let terminal = Terminal(
            at: address, client, readers, access.journal, offline: offline == .requireOnline ? .none : limits)
        do {
            let code = try await MoneyRequests.claiming(output) {
                tell(try await save(arguments, address, terminal, output), output)
            } claim: { intent in
                try await terminal.claim(intent)
            }
            await end(terminal, access)
            return code
        } catch {
            await end(terminal, access)
            throw error
        }
    }

    /// The limits for cards that are stored, which have no amount.
    private static var limits: OfflineLimits {
        let none = Amount(minorUnits: 0, currency: .eur)
        return OfflineLimits(perPayment: [none], stored: [none])
    }

    private static func end(_ terminal: Terminal, _ access: JournalAccess) async {
        await terminal.flushJournal()
        _ = try? await terminal.disconnect()
        await access.close()
    }

    private static func readers(
        _ address: ReaderAddress, _ arguments: Arguments, _ client: PaymentsClient
    ) throws -> any ReaderSource {
        let named = arguments[card]
        guard address.method == .simulated || named == nil else {
            let instead = address.method == .internet ? "tender terminal present" : "tender reader simulate"
            throw CommandLineError("--card is for the simulated reader: give it to \(instead) instead")
        }
        switch address.method {
        case .simulated:
            let cards = try cards(named)
            return SimulatedReaderSource([cards.isEmpty ? ReaderScript.noCard : .cards(cards)])
        case .internet: return InternetReaderSource(client)
        default: return HardwareReaderSource(sealer: nil)
        }
    }

    private static func cards(_ named: String?) throws -> [SimulatedCard] {
        guard named != "none" else { return [] }
        return try (named ?? "visa").split(separator: ",").map { try SimulatedCard.named(String($0)) }
    }

    // MARK: - Saving

    private static func save(
        _ arguments: Arguments, _ address: ReaderAddress, _ terminal: Terminal, _ output: Output
    ) async throws -> SetupOutcome {
        let (owner, consent) = (arguments[customer], arguments[allowRedisplay])
        if let stored = try await terminal.untoldSetup(customer: owner, allowRedisplay: consent) {
            output.remark("tender: a card was stored before, and nobody was told: no other one is asked for")
            return try await terminal.confirmSetupIntent(stored)
        }
        if let before = try await terminal.openSetup(customer: owner, allowRedisplay: consent) {
            MoneyRequests.remark(before, "saving of a card", output)
            if let outcome = try await end(of: before.parameters, terminal) { return outcome }
            output.remark("tender: no card was saved then, which is certain now: a card is asked for")
        }
        let reader = try await terminal.connect(to: address)
        var intent = try await terminal.createSetupIntent(
            SetupIntentParameters(
                customer: owner, paymentMethodTypes: [.cardPresent], usage: arguments[usage],
                description: arguments[CustomerOptions.description]),
            offlineBehavior: arguments[SaleOptions.offlineWhen])
        output.line("A card to be saved on \(reader.model) \(reader.serialNumber), \(intent.id)".withoutControls)
        let log = EventLog(terminal, output, processing: "having the card verified and saved")
        log.own(intent.id)
        var left = address.method == .simulated ? try cards(arguments[card]).count : 1
        while true {
            let outcome = try await process(intent, consent, arguments[RefundAtReader.limit], terminal)
            left -= 1
            guard case .declined(let decline, let after) = outcome, left > 0 else { return outcome }
            output.line("  declined  \(decline.reason)")
            intent = after
        }
    }

    /// Returns what became of a card that was sent before; `nil` if it was certainly not saved.
    private static func end(of wish: CardSetup, _ terminal: Terminal) async throws -> SetupOutcome? {
        let intent = SetupIntent(
            id: wish.setupIntent, status: .requiresConfirmation, customer: wish.customer,
            paymentMethodTypes: [.cardPresent])
        do {
            let outcome = try await terminal.processSetupIntent(intent, allowRedisplay: wish.allowRedisplay)
            if case .canceled = outcome { return nil }
            return outcome
        } catch let error as TenderError where error.code == .notConnectedToReader {
            // The terminal has disproved it by itself meanwhile, so that only a card could go on.
            return nil
        }
    }

    /// Asks for the card and saves it; an interrupt stops the reader, and nothing else.
    private static func process(
        _ intent: SetupIntent, _ consent: AllowRedisplay, _ limit: Duration?, _ terminal: Terminal
    ) async throws -> SetupOutcome {
        let cancelable = Cancelable()
        InterruptSignal.onSignal { Task { _ = await cancelable.cancel() } }
        defer { InterruptSignal.onSignal(nil) }
        return try await terminal.processSetupIntent(
            intent, allowRedisplay: consent, total: limit, cancelable: cancelable)
    }

    // MARK: - The report

    private struct Report: Encodable {
        var outcome: String
        var setup: SetupIntent
        var generatedCard: String?
        var message: String
        var key: IdempotencyKey?

        enum CodingKeys: String, CodingKey {
            case outcome, setup, message, key
            case generatedCard = "generated_card"
        }
    }

    private static func tell(_ outcome: SetupOutcome, _ output: Output) -> (ExitCode, SetupIntent?) {
        var intent = outcome.intent
        intent.clientSecret = intent.clientSecret?.masked
        var report = Report(outcome: "", setup: intent, generatedCard: intent.generatedCard, message: "")
        let code: ExitCode
        switch outcome {
        case .saved:
            (report.outcome, code) = ("saved", .done)
            let owner = intent.customer.map { "for \($0)" } ?? "for nobody yet: attach it with tender customer add-card"
            report.message = "Saved \(intent.generatedCard ?? intent.id) \(owner)."
        case .declined(let decline, _):
            (report.outcome, code) = ("declined", .declined)
            report.message = "Declined: \(decline.reason). No card is saved; another one can be tried."
        case .canceled(let origin, _):
            (report.outcome, code) = ("canceled", .canceled)
            report.message = "Canceled by the \(origin.rawValue): no card is saved."
        case .unknown(let key, _):
            (report.outcome, report.key, code) = ("unknown", key, .unknown)
            report.message = """
                Whether the card is saved is not known; it was sent under the key \(key). The same command finds out, and \
                saves no second one; tender pending lists it until then.
                """
        case .storedOffline:
            (report.outcome, code) = ("stored_offline", .done)
            report.message = "Stored offline, and saved when it is forwarded: tender offline forward."
        }
        output.line(report.message.withoutControls)
        if let card = intent.paymentMethod?.value?.card { output.line("  card      \(card.line)".withoutControls) }
        output.object(report)
        switch outcome {
        case .saved(let known), .storedOffline(let known): return (code, known)
        case .declined, .canceled, .unknown: return (code, nil)
        }
    }
}
