import CommandLineOptions
import Glibc
import Tender
import TenderPrinting
import TenderSale

/// The command that creates an address at which customers pay, with its QR code.
enum LinkCreateCommand: Command {
    static let name = "link create"
    static let summary = "create a link with a QR code at which customers pay"
    fileprivate static let product = RequiredOption(
        "product", "NAME", "what is sold", as: .text, example: "Print", formerly: ["name"])
    fileprivate static let quantity = Option("quantity", "N", "how many", as: .number(in: 1...99), default: 1)
    fileprivate static let isAdjustable = Option(
        flag: "quantity-adjustable", "let the customer choose how many, up to 99")
    fileprivate static let session = Option(
        flag: "session", "make a page for one payment, in place of a link that stays")
    fileprivate static let order = Option(
        "order", "ID", "your order's id, which the page of --session carries", as: .text)
    fileprivate static let returnURL = Option(
        "return-url", "URL", "where --session leads after paying; a page of the gateway when left out", as: .address)
    fileprivate static let wait = Option(flag: "wait", "wait until somebody has paid")
    fileprivate static let timeout = Option(
        "timeout", "SECONDS", "how long --wait waits; without end when left out", as: .seconds(in: 1...86_400))
    static let options: [any DeclaredOption] =
        [
            MoneyOptions.amount, MoneyOptions.currency, product, quantity, isAdjustable, MoneyOptions.beneficiary,
            MoneyOptions.fee, session, order, returnURL, wait, timeout,
        ] + MoneyRequests.options
    static let notes = """
        Examples: tender link create --amount 12.00 --product Print --gateway URL
                  tender link create --amount 12.00 --product Print --to acct_… --fee 1.00 --session --wait --gateway URL
        With --wait: 0 somebody has paid, 3 the page expired unpaid, 4 Ctrl-C or --timeout: it can still be paid, until
        tender link disable ID closes it. --fee needs --to: the rest is the seller's.

        \(MoneyRequests.notes)

        \(JournalAccess.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let order = try LinkOrder(arguments)
        let client = try GatewayAccess.client(arguments)
        let call = try await order.call(
            client, thanks: GatewayAccess.page("/c/pay/{CHECKOUT_SESSION_ID}", arguments))
        let waits = arguments[wait]
        // One JSON object reports the link and the payment: the link is shown with it, and not before.
        let isShownLater = waits && output.isJSON
        var made: (page: PayPage, key: IdempotencyKey)?
        let code = try await MoneyRequests.make(call, arguments, output, isShownLater: isShownLater) { object, key in
            let page = try PayPage(object)
            made = (page, key)
            show(page, output)
            if !waits { output.object(ObjectReport(object: page)) }
            return .done
        }
        guard waits, let made else { return code }
        let end = try await wait(for: made.page, client, arguments, output)
        return isShownLater ? try await MoneyRequests.claim(made.key, arguments, output, end) : end
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
        for page: PayPage, _ client: PaymentsClient, _ arguments: Arguments, _ output: Output
    ) async throws -> ExitCode {
        let limit = arguments[timeout]
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

    init(_ arguments: Arguments) throws {
        amount = try MoneyOptions.amount(arguments)
        name = try arguments[LinkCreateCommand.product]
        quantity = arguments[LinkCreateCommand.quantity]
        isAdjustable = arguments[LinkCreateCommand.isAdjustable]
        isSession = arguments[LinkCreateCommand.session]
        order = arguments[LinkCreateCommand.order]
        returnURL = arguments[LinkCreateCommand.returnURL]
        guard isSession || (order == nil && returnURL == nil) else {
            throw CommandLineError("--order and --return-url are for --session: a link is for many payments")
        }
        guard arguments[LinkCreateCommand.wait] || arguments[LinkCreateCommand.timeout] == nil else {
            throw CommandLineError("--timeout is for --wait")
        }
        payment = try Self.payment(arguments)
    }

    private static func payment(_ arguments: Arguments) throws -> CheckoutPayment {
        let account = arguments[MoneyOptions.beneficiary]
        let fee = try MoneyOptions.fee(arguments)
        guard fee == nil || account != nil else {
            throw CommandLineError("--fee needs --to: the connected account that receives the rest")
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
