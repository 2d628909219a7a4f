public import TenderModel

extension Receipt {
    /// Creates the receipt of a finished ticket.
    ///
    /// A payment that a manager accepted without proof makes it a pending slip, and one that is only stored makes it an
    /// offline slip: neither is ever a plain sale.
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - originalNumber: The receipt number of the sale that it refunds or voids.
    ///   - context: The circumstances.
    public init(_ ticket: TicketRecord, originalNumber: Int? = nil, context: ReceiptContext) {
        self.init(Self.kind(of: ticket), context)
        number = ticket.number
        cashier = context.cashier ?? ticket.cashier
        self.originalNumber = originalNumber
        lines = ticket.lines
        taxes = ticket.taxes
        subtotal = ticket.lines.isEmpty ? nil : Self.sum(ticket.lines.map(\.amount))
        total = ticket.total
        rounding = ticket.rounding.minorUnits == 0 ? nil : ticket.rounding
        legs = ticket.legs.map { ReceiptLeg($0, showsChipData: context.showsChipData) }
        if ticket.kind == .refund {
            for place in legs.indices { legs[place].card = legs[place].card?.withoutVerification }
        }
        asksForTip = context.asksForTip && ticket.kind == .sale
        isTraining = context.isTraining || ticket.isTraining
    }

    /// Creates the receipt of a declined card.
    ///
    /// - Parameters:
    ///   - amount: The attempted amount; nothing of it was approved.
    ///   - card: The card, as far as it was read.
    ///   - trace: The id of the payment.
    ///   - number: The receipt number, where declined attempts have one.
    ///   - reason: The issuer's reason, in words.
    ///   - method: The payment method that was tried.
    ///   - context: The circumstances.
    public init(
        declined amount: Amount, card: CardDetails?, trace: String?, number: Int? = nil, reason: String? = nil,
        method: LegRecord.Method = .card, context: ReceiptContext
    ) {
        self.init(.declined, context)
        self.number = number
        total = amount
        note = reason.map(CardNumbers.masked)
        legs = [
            ReceiptLeg(
                method: method, amount: amount,
                card: card.map { ReceiptCard($0, showsChipData: context.showsChipData).withoutApproval }, trace: trace,
                standing: .declined)
        ]
    }

    /// Creates the slip of a payment whose outcome is unknown.
    ///
    /// - Parameters:
    ///   - amount: The requested amount.
    ///   - card: The card, as far as it was read.
    ///   - trace: The id under which the payment can be queried.
    ///   - number: The number of the ticket, where it has one.
    ///   - method: The payment method that was tried.
    ///   - context: The circumstances.
    public init(
        pending amount: Amount, card: CardDetails?, trace: String?, number: Int? = nil,
        method: LegRecord.Method = .card, context: ReceiptContext
    ) {
        self.init(.pending, context)
        self.number = number
        total = amount
        legs = [
            ReceiptLeg(
                method: method, amount: amount,
                card: card.map { ReceiptCard($0, showsChipData: context.showsChipData).withoutApproval }, trace: trace,
                standing: .unknown)
        ]
    }

    /// Creates the slip of a payment that the shop accepted itself.
    ///
    /// - Parameters:
    ///   - approval: The terminal's answer.
    ///   - number: The number of the ticket, where it has one.
    ///   - context: The circumstances.
    public init(offline approval: OfflineApproval, number: Int? = nil, context: ReceiptContext) {
        self.init(.offline, context)
        self.number = number
        total = approval.intent.amount
        legs = [
            ReceiptLeg(
                method: .card, amount: approval.intent.amount,
                card: ReceiptCard(approval.payment.card, showsChipData: context.showsChipData),
                trace: approval.intent.id,
                standing: .offline)
        ]
    }

    /// Creates an X report, or the Z report if the report has a number.
    public init(report: ShiftReport, context: ReceiptContext) {
        self.init(report.number == nil ? .xReport : .zReport, context)
        number = report.number
        cashier = report.madeBy ?? context.cashier
        self.report = report
    }

    /// Creates the report of a business date.
    public init(day: DayReport, context: ReceiptContext) {
        self.init(.dayReport, context)
        self.day = day
    }

    /// Creates the report of a business date by seller.
    public init(sellers: SellerReport, context: ReceiptContext) {
        self.init(.sellerReport, context)
        self.sellers = sellers
    }

    /// Creates the slip for cash put into the drawer.
    public init(paidIn amount: Amount, reason: String, context: ReceiptContext) {
        self.init(.paidIn, context)
        total = amount
        note = CardNumbers.masked(reason)
    }

    /// Creates the slip for cash taken out of the drawer.
    public init(paidOut amount: Amount, reason: String, context: ReceiptContext) {
        self.init(.paidOut, context)
        total = amount
        note = CardNumbers.masked(reason)
    }

    /// Creates the slip with the QR code of the page on which the customer pays.
    ///
    /// - Parameters:
    ///   - amount: The amount to pay there.
    ///   - address: The address of the page.
    public init(link amount: Amount, address: String, context: ReceiptContext) {
        self.init(.link, context)
        total = amount
        // The address stays unmasked: its digits are not a card number.
        qrText = address
    }

    private static func kind(of ticket: TicketRecord) -> Kind {
        if ticket.legs.contains(where: \.isAccepted) { return .pending }
        switch ticket.kind {
        case .refund: return .refund
        case .void: return .void
        case .sale: return ticket.legs.contains { $0.standing == .offline } ? .offline : .sale
        }
    }

    /// Returns the sum; `nil` for no amounts, mixed currencies, and on overflow.
    static func sum(_ amounts: [Amount]) -> Amount? {
        guard var sum = amounts.first else { return nil }
        for amount in amounts.dropFirst() {
            guard let next = try? sum.adding(amount) else { return nil }
            sum = next
        }
        return sum
    }
}
