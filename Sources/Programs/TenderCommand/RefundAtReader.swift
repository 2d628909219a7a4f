import CommandLineOptions
import SimulatedCard
import SimulatedReader
import Tender

/// A refund to the card that the customer presents at a reader.
struct RefundAtReader {
    static let card = Option(
        "card", "NAME", "the card at the simulated reader; none for no card; visa when left out", as: .text)
    static let limit = Option(
        "timeout", "SECONDS", "how long to wait for the card at the reader", as: .seconds(in: 1...86_400))

    private let address: ReaderAddress
    private let arguments: Arguments
    private let output: Output
    private let client: PaymentsClient
    private let readers: any ReaderSource

    init(_ address: ReaderAddress, _ arguments: Arguments, _ output: Output) throws {
        self.address = address
        self.arguments = arguments
        self.output = output
        client = try GatewayAccess.client(arguments)
        let card = arguments[Self.card]
        guard address.method == .simulated || card == nil else {
            let instead = address.method == .internet ? "tender terminal present" : "tender reader simulate"
            throw CommandLineError("--card is for the simulated reader: give it to \(instead) instead")
        }
        switch address.method {
        case .simulated:
            let isNone = card == "none"
            readers = SimulatedReaderSource([isNone ? .noCard : .cards([try SimulatedCard.named(card ?? "visa")])])
        case .internet: readers = InternetReaderSource(client)
        default: readers = HardwareReaderSource(sealer: nil)
        }
    }

    /// Refunds what the options say, and reports it.
    func run(_ wish: RefundParameters) async throws -> ExitCode {
        let access = try await JournalAccess.open(arguments)
        let terminal = Terminal(at: address, client, readers, access.journal)
        do {
            let code = try await run(wish, terminal, access.journal)
            await end(terminal, access)
            return code
        } catch {
            await end(terminal, access)
            throw error
        }
    }

    private func end(_ terminal: Terminal, _ access: JournalAccess) async {
        await terminal.flushJournal()
        _ = try? await terminal.disconnect()
        await access.close()
    }

    private func run(
        _ wish: RefundParameters, _ terminal: Terminal, _ journal: SQLiteJournal
    ) async throws -> ExitCode {
        var wish = wish
        if wish.amount == nil {
            // Of what a lost refund has given back already, nothing would be left: it goes on with its own amount.
            let open = try await journal.history(of: wish.subject)?.refunds.first(where: \.isOpen)
            wish.amount = if let known = open?.parameters.amount { known } else { try await left(of: wish) }
        }
        let before = try await terminal.openRefund(wish)
        MoneyRequests.remark(before, "refund", output)
        let log = EventLog(terminal, output, processing: "sending the refund")
        log.own(wish.subject)
        if before == nil { try await connect(terminal, wish) }
        return try await MoneyRequests.claiming(output) { [wish] in
            let outcome = try await process(wish, terminal)
            return RefundCommand.tell(outcome, wasAskedBefore: before != nil, output)
        } claim: { refund in
            try await terminal.claim(refund)
        }
    }

    private func connect(_ terminal: Terminal, _ wish: RefundParameters) async throws {
        let reader = try await terminal.connect(to: address)
        let amount = wish.amount.map { "\($0)" } ?? ""
        output.line("Refund of \(amount) on \(reader.model) \(reader.serialNumber), payment \(wish.subject)")
    }

    /// Asks for the card and refunds; an interrupt stops the reader, and nothing else.
    private func process(_ wish: RefundParameters, _ terminal: Terminal) async throws -> RefundOutcome {
        let cancelable = Cancelable()
        InterruptSignal.onSignal { Task { _ = await cancelable.cancel() } }
        defer { InterruptSignal.onSignal(nil) }
        return try await terminal.processRefund(wish, total: arguments[Self.limit], cancelable: cancelable)
    }

    /// Returns what has been paid and not refunded.
    private func left(of wish: RefundParameters) async throws -> Amount {
        let (paid, refunded): (Amount, Amount)
        if let id = wish.charge {
            let charge = try await client.retrieveCharge(id)
            (paid, refunded) = (charge.amountCaptured, charge.amountRefunded)
        } else {
            let intent = try await client.retrievePaymentIntent(PaymentIntentReference(id: wish.subject))
            let none = Amount(minorUnits: 0, currency: intent.amount.currency)
            (paid, refunded) = (intent.amountReceived ?? none, intent.latestCharge?.value?.amountRefunded ?? none)
        }
        let left = try paid.subtracting(refunded)
        guard left.minorUnits > 0 else {
            throw TenderError(
                .unexpectedState, phase: .refund, message: "nothing of \(wish.subject) is left to refund",
                advice: .never)
        }
        return left
    }
}

extension Terminal {
    /// Finds and opens the reader that an address names.
    func connect(to address: ReaderAddress) async throws -> Reader {
        for try await readers in discoverReaders(DiscoveryConfiguration(address)) {
            guard let reader = address.choice(of: readers) else { break }
            if let problem = reader.problem, problem.preventsUse { throw TenderError(unusable: problem) }
            return try await connect(reader)
        }
        let list = address.method == .internet ? "tender readers --internet" : "tender readers"
        throw TenderError(
            .readerNotFound, phase: .discover,
            message: "there is no reader \(address): \(list) lists what there is", advice: .sameCall)
    }
}
