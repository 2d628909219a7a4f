public import TenderModel

extension Receipt {
    /// The receipt of a finished ticket.
    ///
    /// A payment that a manager accepted unproved makes it a pending slip, and one that is only stored an offline slip:
    /// neither is ever a plain sale.
    /// - Parameters:
    ///   - ticket: the ticket.
    ///   - originalNumber: the receipt number of the sale that it refunds or voids.
    ///   - context: the circumstances.
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

    /// The receipt of a card that was refused.
    ///
    /// - Parameters:
    ///   - amount: what was attempted; nothing of it was approved.
    ///   - card: the card, as far as it was read.
    ///   - trace: the id of the payment.
    ///   - number: the receipt number, where declined attempts have one.
    ///   - reason: what the issuer says, in words.
    ///   - method: how it was to be paid.
    ///   - context: the circumstances.
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

    /// The slip of a payment whose outcome is unknown.
    ///
    /// - Parameters:
    ///   - amount: what was asked for.
    ///   - card: the card, as far as it was read.
    ///   - trace: the id under which the payment is asked for.
    ///   - number: the number of the ticket, where it has one.
    ///   - method: how it was to be paid.
    ///   - context: the circumstances.
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

    /// The slip of a payment that the shop accepted itself.
    ///
    /// - Parameters:
    ///   - approval: what the terminal answered.
    ///   - number: the number of the ticket, where it has one.
    ///   - context: the circumstances.
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

    /// An X, or the Z of a report that has a number.
    public init(report: ShiftReport, context: ReceiptContext) {
        self.init(report.number == nil ? .xReport : .zReport, context)
        number = report.number
        cashier = report.madeBy ?? context.cashier
        self.report = report
    }

    /// The figures of a business date.
    public init(day: DayReport, context: ReceiptContext) {
        self.init(.dayReport, context)
        self.day = day
    }

    /// The figures of a business date by seller.
    public init(sellers: SellerReport, context: ReceiptContext) {
        self.init(.sellerReport, context)
        self.sellers = sellers
    }

    /// The slip of cash that was put into the drawer.
    public init(paidIn amount: Amount, reason: String, context: ReceiptContext) {
        self.init(.paidIn, context)
        total = amount
        note = CardNumbers.masked(reason)
    }

    /// The slip of cash that was taken out of the drawer.
    public init(paidOut amount: Amount, reason: String, context: ReceiptContext) {
        self.init(.paidOut, context)
        total = amount
        note = CardNumbers.masked(reason)
    }

    /// The slip with the code of the page on which the customer pays.
    ///
    /// - Parameters:
    ///   - amount: what is to be paid there.
    ///   - address: the address of the page.
    public init(link amount: Amount, address: String, context: ReceiptContext) {
        self.init(.link, context)
        total = amount
        // It is what it is: the numbers in an address are no card's.
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

    /// The sum; nil for none, for several currencies, and where it does not fit.
    static func sum(_ amounts: [Amount]) -> Amount? {
        guard var sum = amounts.first else { return nil }
        for amount in amounts.dropFirst() {
            guard let next = try? sum.adding(amount) else { return nil }
            sum = next
        }
        return sum
    }
}
