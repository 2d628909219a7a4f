import Glibc
import Tender
import TenderPrinting
import TenderSale

/// The command that creates an address at which customers pay, with its QR code.
enum LinkCreateCommand: Command {
    static let name = "link create"
    static let summary = "make a link with a QR code at which customers pay"
    static let operands = "--amount A --name N [--session] [--account ACCT --fee A] [--wait] --gateway URL"
    static let options =
        [
            MarketplaceOptions.amount, MarketplaceOptions.currency,
            Option("name", "N", "what is sold (required)"),
            Option("quantity", "N", "how many (default 1)"),
            Option("quantity-adjustable", nil, "let the customer choose how many, up to 99"),
            Option("account", "ACCT", "the connected account that has the money"),
            Option("fee", "A", "what the platform keeps of each payment"),
            Option("session", nil, "a page for one payment, in place of a link that stays"),
            Option("order", "ID", "your order's id, which the page of --session carries"),
            Option("return-url", "URL", "where --session leads after paying (default: a page of the gateway)"),
            Option("wait", nil, "wait until somebody has paid"),
            Option("timeout", "SECONDS", "how long --wait waits (default: without end)"),
        ] + MoneyRequests.options
    static let notes = """
        Examples: tender link create --amount 12.00 --name Print --gateway URL
                  tender link create --amount 12.00 --name Print --account acct_… --fee 1.00 --session --wait --gateway URL
        With --wait: 0 somebody has paid, 3 the page expired unpaid, 4 Ctrl-C or --timeout: it can still be paid, until
        tender link disable ID closes it. --fee needs --account: the rest is the seller's.

        \(MoneyRequests.notes)

        \(JournalAccess.notes)
        """

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let order = try LinkOrder(options)
        let client = try GatewayAccess.client(options)
        let call = try await order.call(
            client, thanks: GatewayAccess.page("/c/pay/{CHECKOUT_SESSION_ID}", options))
        let waits = options.isGiven("wait")
        // One JSON object reports the link and the payment: the link is shown with it, and not before.
        let isShownLater = waits && output.isJSON
        var made: (page: PayPage, key: IdempotencyKey)?
        let code = try await MoneyRequests.make(call, options, output, isShownLater: isShownLater) { object, key in
            let page = try PayPage(object)
            made = (page, key)
            show(page, output)
            if !waits { output.object(ObjectReport(object: page)) }
            return .done
        }
        guard waits, let made else { return code }
        let end = try await wait(for: made.page, client, options, output)
        return isShownLater ? try await MoneyRequests.claim(made.key, options, output, end) : end
    }

    private static func show(_ page: PayPage, _ output: Output) {
        output.line(page.line.withoutControls)
        guard let url = page.url?.withoutControls else { return }
        guard !output.isJSON else { return output.remark(url) }
        if let code = QRMatrix(encoding: url) {
            // A code must be dark on light, whatever the terminal's colors.
            let (start, end) = isatty(STDOUT_FILENO) == 1 ? ("\u{1B}[97;40m", "\u{1B}[0m") : ("", "")
            for line in code.textLines { output.line(start + line + end) }
        }
        output.line(url)
    }

    private struct Report: Encodable {
        var outcome: String
        var object: PayPage
        var session: CheckoutSession?
    }

    private static func wait(
        for page: PayPage, _ client: PaymentsClient, _ options: Options, _ output: Output
    ) async throws -> ExitCode {
        let limit = try options.number("timeout", in: 1...86_400).map { Duration.seconds($0) }
        let work = InterruptSignal.cancelable { try await PaymentWatch(client: client, output: output).wait(for: page) }
        let timer = limit.map { limit in
            Task {
                try await Task.sleep(for: limit)
                work.cancel()
            }
        }
        defer { timer?.cancel() }
        defer { InterruptSignal.onSignal(nil) }
        output.line("Waiting for the payment: stop with Ctrl-C.")
        do {
            switch try await work.value {
            case .paid(let session):
                output.line(
                    "Paid: \(session.amountTotal.map { "\($0)" } ?? ""), \(PayPage.session(session).line)"
                        .withoutControls)
                output.object(Report(outcome: "paid", object: page, session: session))
                return .done
            case .expired(let session):
                output.line("The page expired: nobody paid.")
                output.object(Report(outcome: "expired", object: page, session: session))
                return .canceled
            }
        } catch  where error is CancellationError || work.isCancelled {
            output.remark(
                "tender: not paid yet; the page is still open, until tender link disable \(page.id) closes it"
                    .withoutControls)
            output.object(Report(outcome: "unknown", object: page))
            return .unknown
        }
    }
}

/// The goods of a link, and the account they are sold for.
private struct LinkOrder {
    let amount: Amount
    let name: String
    let quantity: Int
    let isAdjustable: Bool
    let isSession: Bool
    let order: String?
    let returnURL: String?
    let payment: CheckoutPayment

    private static let mostAdjustable = 99

    init(_ options: Options) throws {
        amount = try MarketplaceOptions.neededAmount(options)
        guard let name = options.value("name") else { throw CommandLineError("--name is needed, such as --name Print") }
        self.name = name
        quantity = try options.number("quantity", in: 1...Self.mostAdjustable) ?? 1
        isAdjustable = options.isGiven("quantity-adjustable")
        isSession = options.isGiven("session")
        order = options.value("order")
        returnURL = options.value("return-url")
        guard isSession || (order == nil && returnURL == nil) else {
            throw CommandLineError("--order and --return-url are for --session: a link is for many payments")
        }
        guard options.isGiven("wait") || !options.isGiven("timeout") else {
            throw CommandLineError("--timeout is for --wait")
        }
        payment = try Self.payment(options)
    }

    private static func payment(_ options: Options) throws -> CheckoutPayment {
        let account = try MarketplaceOptions.account("account", options)
        let fee = try MarketplaceOptions.amount("fee", options)
        guard fee == nil || account != nil else {
            throw CommandLineError("--fee needs --account: the connected account that has the rest")
        }
        return CheckoutPayment(
            applicationFeeAmount: fee, transferData: account.map { TransferData(destination: $0) })
    }

    /// Returns the call that creates the page; a link's price is created first, and reused for the same goods.
    func call(_ client: PaymentsClient, thanks: String) async throws -> MoneyCall {
        let range = isAdjustable ? 1...Self.mostAdjustable : nil
        guard isSession else {
            let goods = "\(amount.currency.code) \(amount.minorUnits) \(name)"
            let base = "tender_" + SHA256.hash(Array(goods.utf8)).prefix(16).map { String($0, radix: 16) }.joined()
            let price = try await client.createPrice(
                amount, productName: name, key: IdempotencyKey(base: base, attempt: 1, verb: "price"))
            return try .paymentLink(
                [CheckoutLine(.id(price.id), quantity: quantity, adjustable: range)], payment: payment)
        }
        let line = CheckoutLine(.inline(name: name, amount: amount), quantity: quantity, adjustable: range)
        return try .checkoutSession(
            CheckoutSessionParameters(
                lines: [line], successURL: returnURL ?? thanks, payment: payment, clientReferenceID: order))
    }
}
