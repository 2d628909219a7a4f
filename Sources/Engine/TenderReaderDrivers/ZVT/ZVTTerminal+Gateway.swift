import TenderBytes
import TenderCrypto
public import TenderFlow
public import TenderModel
import TenderReaders

/// The terminal in the role of the gateway.
extension ZVTTerminal: Gateway {
    /// The metadata key for the request that an object was created by.
    private static let attemptMetadata = "tender_attempt"
    /// The number of this process's intents to keep.
    private static let maximumIntents = 4096

    /// Returns a token with an empty secret, because no permission is needed.
    public func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        ConnectionToken(secret: SecretBytes(utf8: ""))
    }

    /// Creates a local PaymentIntent, whose ID is derived from the key.
    ///
    /// Nothing is sent.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        let amount = parameters.amount
        guard amount.currency == currency, (1...ZVTRequest.maximumAmount).contains(amount.minorUnits) else {
            throw GatewayError(.invalidAmount, fate: .notSent, message: "\(amount) cannot be charged at \(name)")
        }
        guard parameters.captureMethod == .automatic || parameters.captureMethod == .manual else {
            throw GatewayError(.invalidParameter, fate: .notSent, message: "the terminal captures at once or by hand")
        }
        if let wish = parameters.wishOfGateway {
            throw GatewayError(
                .invalidParameter, fate: .notSent, message: "a terminal that sells by itself takes no \(wish)")
        }
        let id = Self.id("pi_zvt", key)
        if let known = intents[id] {
            guard known.amount == amount, known.captureMethod == parameters.captureMethod else {
                throw GatewayError(.idempotencyMismatch, fate: .notSent, message: "\(key) was used for another payment")
            }
            return known
        }
        let intent = PaymentIntent(
            id: id, amount: amount, status: .requiresPaymentMethod, captureMethod: parameters.captureMethod,
            customer: parameters.customer, description: parameters.description,
            metadata: parameters.metadata, receiptEmail: parameters.receiptEmail)
        intents[id] = intent
        intentOrder.append(id)
        if intentOrder.count > Self.maximumIntents { intents[intentOrder.removeFirst()] = nil }
        return intent
    }

    /// Returns the intent according to the records, after asking the terminal about an unknown outcome.
    public func retrievePaymentIntent(_ intent: PaymentIntentReference) async throws(GatewayError) -> PaymentIntent {
        let id = intent.id
        if try await undecided(of: id) != nil {
            try await alone(nil) { await $0.resolve(id) }
        }
        return try await recorded(id)
    }

    /// Returns the intents of this process, newest first.
    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        guard query.filters.isEmpty, query.endingBefore == nil else {
            throw GatewayError(.notAvailable, fate: .notSent, message: "a terminal's list has no filters")
        }
        let ids = intentOrder.reversed()
        let after = query.startingAfter.flatMap { ids.firstIndex(of: $0) }.map { ids.index(after: $0) }
        let left = ids[(after ?? ids.startIndex)...]
        let data = left.prefix(max(1, query.limit)).compactMap { intents[$0] }
        return ListPage(data: data, hasMore: left.count > data.count)
    }

    /// Throws, because the till never has the card.
    public func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw GatewayError(.notAvailable, fate: .notSent, message: "the terminal reads the card when it charges it")
    }

    /// Authorizes (`06 01`, or `06 22` to capture later); a second call under the key only asks.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        guard payload?.scheme == Self.payloadScheme else {
            throw GatewayError(
                .invalidParameter, fate: .notSent, message: "the card was not collected by this terminal")
        }
        let current = try await known(intent.id)
        if try await terminalHistory(intent.id)?[key] == nil, current.status != .requiresPaymentMethod {
            throw GatewayError(
                .unexpectedState, fate: .answered(status: 400), message: "\(intent.id) is \(current.status.rawValue)",
                intent: current)
        }
        let kind = current.captureMethod == .manual ? TerminalCommand.Kind.hold : .sale
        let wish = Wish(intentID: intent.id, kind: kind, key: key, amount: current.amount)
        try await alone(key) { await $0.fulfill(wish) }
        let answer = try await recorded(intent.id)
        guard let sent = try await terminalHistory(intent.id)?[key], sent.isExecuted == true else {
            if let sent = try await terminalHistory(intent.id)?[key], let trouble = Self.trouble(sent, answer) {
                throw trouble
            }
            throw GatewayError(
                .declinedByIssuer, fate: .answered(status: 402),
                message: answer.lastPaymentError?.message ?? "declined",
                apiError: answer.lastPaymentError, intent: answer)
        }
        return answer
    }

    /// Captures what is held (`06 24`); a terminal knows no platform, and refuses a fee.
    public func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        guard applicationFee == nil else {
            throw GatewayError(
                .notAvailable, fate: .notSent, message: "a terminal that sells by itself takes no application fee")
        }
        let current = try await known(intent.id)
        let hold = try await terminalHistory(intent.id)?.sent.last { $0.command.kind == .hold && $0.isExecuted == true }
        if try await terminalHistory(intent.id)?[key] == nil {
            try require(.requiresCapture, current)
            guard
                amount.map({ $0.currency == currency && (1...current.amount.minorUnits).contains($0.minorUnits) })
                    ?? true
            else { throw GatewayError(.invalidAmount, fate: .answered(status: 400), message: "more than is held") }
        }
        let wish = Wish(
            intentID: intent.id, kind: .capture, key: key, amount: amount ?? current.amount,
            receipt: hold?.statement?.receipt)
        try await alone(key) { await $0.fulfill(wish) }
        let answer = try await recorded(intent.id)
        guard let sent = try await terminalHistory(intent.id)?[key], sent.isExecuted == true else {
            if let sent = try await terminalHistory(intent.id)?[key], let trouble = Self.trouble(sent, answer) {
                throw trouble
            }
            throw GatewayError(
                .declinedByIssuer, fate: .answered(status: 402), message: "the terminal did not record it",
                apiError: try await error(of: key, intent.id), intent: answer)
        }
        return answer
    }

    /// Releases a hold (`06 25`), or closes an intent for which nothing was sent.
    public func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        let current = try await known(intent.id)
        if current.status == .canceled { return current }
        let hold = try await terminalHistory(intent.id)?.sent.last { $0.command.kind == .hold && $0.isExecuted == true }
        guard let hold else {
            try require(.requiresPaymentMethod, current)
            try await alone(key) { await $0.close(intent.id) }
            return try await recorded(intent.id)
        }
        if try await terminalHistory(intent.id)?[key] == nil { try require(.requiresCapture, current) }
        let wish = Wish(
            intentID: intent.id, kind: .release, key: key, amount: current.amount, receipt: hold.statement?.receipt)
        try await alone(key) { await $0.fulfill(wish) }
        let answer = try await recorded(intent.id)
        guard answer.status == .canceled else {
            throw GatewayError(
                .invalidParameter, fate: .answered(status: 400), message: "the terminal did not release the hold",
                apiError: try await error(of: key, intent.id))
        }
        return answer
    }

    /// Refunds money: a whole sale of the open batch by reversal (`06 30`), anything else, and whatever the terminal
    /// does not reverse, by a refund to a card (`06 31`).
    ///
    /// `metadata["zvt_command"]` says which it was.
    public func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        let id = parameters.subject
        let wish = try await refundWish(parameters, key)
        if let refund = try await refund(under: key, of: id), refund.status == .succeeded { return refund }
        try await alone(key) { await $0.fulfill(wish) }
        let history = try await terminalHistory(id)
        if wish.kind == .reversal, history?[key]?.isExecuted == false {
            let second = Wish(intentID: id, kind: .refund, key: Self.second(key), amount: wish.amount)
            try await alone(second.key) { await $0.fulfill(second) }
        }
        guard let refund = try await refund(under: key, of: id) else { throw .undecided(id) }
        return refund
    }

    /// Returns a refund that was made or looked up in this process.
    public func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        if let intent = refundIntents[id], let refund = try await refunds(of: intent).first(where: { $0.id == id }) {
            return refund
        }
        throw GatewayError(.resourceMissing, fate: .answered(status: 404), message: "there is no refund \(id)")
    }

    /// Returns the refunds of an intent, newest first, after asking the terminal about an unknown outcome.
    public func listRefunds(
        paymentIntent: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Refund> {
        guard let id = paymentIntent else { return ListPage(data: [], hasMore: false) }
        if try await undecided(of: id) != nil { try await alone(nil) { await $0.resolve(id) } }
        return ListPage(data: try await refunds(of: id), hasMore: false)
    }

    // MARK: - Exclusive work

    /// Asks about the undecided command of an intent; returns an error if it stays undecided.
    private func resolve(_ id: String) async -> GatewayError? {
        do throws(JournalError) {
            guard let history = try await journal.history(of: id), let sent = history.terminal?.undecided else {
                return nil
            }
            return try await ask(sent, of: id, history.attempt) ? nil : .undecided(id, sent.misfit)
        } catch {
            return GatewayError(.journalUnavailable, fate: .unknown, message: error.message)
        }
    }

    /// Closes the intent: nothing was sent for it, and nothing may be any more.
    private func close(_ id: String) async -> GatewayError? {
        do throws(JournalError) {
            let history = try await journal.history(of: id)
            if let sent = history?.terminal?.sent, sent.contains(where: { $0.isExecuted != false }) {
                return .undecided(id)
            }
            try await journal.append(
                JournalEntry(intentID: id, attempt: history?.attempt ?? 1, event: .terminal(.canceled)))
            return nil
        } catch {
            return GatewayError(error)
        }
    }

    // MARK: - What the records say

    private func terminalHistory(_ id: String) async throws(GatewayError) -> TerminalHistory? {
        try await paymentHistory(id)?.terminal
    }

    private func paymentHistory(_ id: String) async throws(GatewayError) -> PaymentHistory? {
        do throws(JournalError) {
            return try await journal.history(of: id)
        } catch {
            throw GatewayError(error)
        }
    }

    private func undecided(of id: String) async throws(GatewayError) -> TerminalHistory.Sent? {
        try await terminalHistory(id)?.undecided
    }

    /// Returns the intent; throws if anything of its payment is undecided.
    private func recorded(_ id: String) async throws(GatewayError) -> PaymentIntent {
        let charging: Set<TerminalCommand.Kind> = [.sale, .hold, .capture, .release]
        if let open = try await undecided(of: id), charging.contains(open.command.kind) { throw .undecided(id) }
        return try await known(id)
    }

    /// Returns the intent as far as it is known; an undecided command shows as `processing`.
    private func known(_ id: String) async throws(GatewayError) -> PaymentIntent {
        let history = try await paymentHistory(id)
        guard var intent = intents[id] ?? history.flatMap(Self.intent) else {
            throw GatewayError(.resourceMissing, fate: .answered(status: 404), message: "there is no payment \(id)")
        }
        if let terms = history?.terms { intent.metadata[PaymentIntent.orderMetadata] = terms.order }
        for sent in history?.terminal?.sent ?? [] { Self.apply(sent, to: &intent) }
        if history?.terminal?.isCanceled == true { intent.status = .canceled }
        return intent
    }

    /// Returns the intent of an earlier process.
    private static func intent(_ history: PaymentHistory) -> PaymentIntent? {
        guard let terms = history.terms else { return nil }
        return PaymentIntent(
            id: terms.intentID, amount: terms.amount, status: .requiresPaymentMethod,
            captureMethod: terms.captureMethod, metadata: [attemptMetadata: terms.baseKey])
    }

    private static func apply(_ sent: TerminalHistory.Sent, to intent: inout PaymentIntent) {
        let (command, told) = (sent.command, sent.statement)
        switch (command.kind, sent.isExecuted) {
        case (.sale, nil), (.hold, nil), (.capture, nil), (.release, nil): intent.status = .processing
        case (.sale, true?), (.hold, true?):
            let isHeld = command.kind == .hold
            // What the terminal reported counts, not what was requested.
            intent.amount = Amount(
                minorUnits: told?.amount ?? command.amount.minorUnits, currency: command.amount.currency)
            intent.status = isHeld ? .requiresCapture : .succeeded
            intent.amountCapturable = isHeld ? intent.amount : nil
            intent.amountReceived = isHeld ? nil : intent.amount
            intent.lastPaymentError = nil
            intent.latestCharge = .object(charge(sent, intent.amount, isCaptured: !isHeld))
        case (.sale, false?), (.hold, false?):
            intent.status = .requiresPaymentMethod
            // No issuer was asked about a card: there is neither a decline nor a charge.
            guard cause(of: sent) == .card else { return }
            intent.lastPaymentError = error(of: sent)
            var failed = charge(sent, intent.amount, isCaptured: false)
            failed.status = .failed
            failed.failureCode = intent.lastPaymentError?.code
            intent.latestCharge = .object(failed)
        case (.capture, true?):
            intent.status = .succeeded
            intent.amountReceived = command.amount
            intent.amountCapturable = nil
        case (.capture, false?), (.release, false?): intent.status = .requiresCapture
        case (.release, true?):
            intent.status = .canceled
            intent.amountCapturable = nil
        case (.reversal, true?), (.refund, true?):
            guard case .object(var charge)? = intent.latestCharge else { return }
            let (sum, overflow) = charge.amountRefunded.minorUnits.addingReportingOverflow(command.amount.minorUnits)
            charge.amountRefunded = Amount(minorUnits: overflow ? .max : sum, currency: command.amount.currency)
            charge.refunded = charge.amountRefunded.minorUnits >= intent.amountReceived?.minorUnits ?? .max
            intent.latestCharge = .object(charge)
        case (.reversal, _), (.refund, _): break
        }
    }

    private static func charge(_ sent: TerminalHistory.Sent, _ amount: Amount, isCaptured: Bool) -> Charge {
        let none = Amount(minorUnits: 0, currency: amount.currency)
        return Charge(
            id: id("ch_zvt", sent.command.key), amount: amount, amountCaptured: isCaptured ? amount : none,
            amountRefunded: none, captured: isCaptured, refunded: false, status: .succeeded,
            authorizationCode: sent.statement?.card?.receipt?.authorizationCode,
            paymentMethodDetails: Charge.Details(type: .cardPresent, cardPresent: sent.statement?.card))
    }

    /// Returns what prevented a command; a person's word, and anything without a code, counts as a decline.
    private static func cause(of sent: TerminalHistory.Sent) -> ZVTResult.Cause { result(of: sent)?.cause ?? .card }

    /// Returns the result code of a command that was not carried out; `nil` if there is none.
    private static func result(of sent: TerminalHistory.Sent) -> ZVTResult? {
        let code: String
        switch sent.end {
        case .notExecuted(let end): code = end
        case .decided, .contradicted: return nil
        case nil: code = sent.statement?.code ?? ""
        }
        guard code.count == 2, let byte = Hex.decode(code)?.first else { return nil }
        return ZVTResult(byte)
    }

    /// Returns the terminal's own trouble, which is not a decline: it is proved that the terminal did nothing.
    private static func trouble(_ sent: TerminalHistory.Sent, _ intent: PaymentIntent) -> GatewayError? {
        guard sent.isExecuted == false, let result = result(of: sent) else { return nil }
        let code: TenderError.Code
        switch result.cause {
        case .card: return nil
        case .busy: code = .readerBusy
        case .terminal: code = .declinedByReader
        }
        return GatewayError(
            code, fate: .answered(status: 400), message: "the terminal says: \(result.sentence) (\(result.hex))",
            intent: intent)
    }

    private static func error(of sent: TerminalHistory.Sent) -> APIError {
        var code = sent.statement?.code ?? ""
        var message = "the terminal declined"
        switch sent.end {
        case .notExecuted(let end): code = end
        case .decided(_, let person):
            code = "decided"
            message = "not carried out, as \(person) decided"
        case .contradicted, nil: break
        }
        if let result = result(of: sent) { message = result.sentence }
        return APIError(
            type: .cardError, code: "card_declined", declineCode: "zvt_\(code.lowercased().replacingBlanks)",
            message: message)
    }

    private func error(of key: IdempotencyKey, _ id: String) async throws(GatewayError) -> APIError? {
        try await terminalHistory(id)?[key].map { Self.error(of: $0) }
    }

    private func require(_ status: PaymentIntentStatus, _ intent: PaymentIntent) throws(GatewayError) {
        guard intent.status != status else { return }
        if intent.status == .processing { throw .undecided(intent.id) }
        throw GatewayError(
            .unexpectedState, fate: .answered(status: 400), message: "\(intent.id) is \(intent.status.rawValue)",
            intent: intent)
    }

    // MARK: - Refunds

    private func refundWish(_ parameters: RefundParameters, _ key: IdempotencyKey) async throws(GatewayError) -> Wish {
        let id = parameters.subject
        let history = try await terminalHistory(id)
        if let sent = history?[Self.second(key)] ?? history?[key] {
            guard parameters.amount.map({ $0 == sent.command.amount }) ?? true else {
                throw .mismatch(key, sent.command.amount)
            }
            return Wish(
                intentID: id, kind: sent.command.kind, key: sent.command.key, amount: sent.command.amount,
                receipt: sent.command.receipt)
        }
        let intent = try await known(id)
        try require(.succeeded, intent)
        let received = intent.amountReceived?.minorUnits ?? 0
        let returned = (history?.sent ?? [])
            .filter { ($0.command.kind == .refund || $0.command.kind == .reversal) && $0.isExecuted != false }
            .reduce(Int64(0)) { $0 + min($1.command.amount.minorUnits, ZVTRequest.maximumAmount) }
        let left = received - returned
        let amount = parameters.amount ?? Amount(minorUnits: left, currency: currency)
        guard amount.currency == currency, amount.minorUnits > 0, amount.minorUnits <= left else {
            throw GatewayError(
                .invalidAmount, fate: .answered(status: 400), message: "\(amount) is more than is left of \(id)")
        }
        let sale = history?.sent.last { $0.command.kind == .sale && $0.isExecuted == true }
        let open: Int
        do throws(JournalError) { open = try await batch() } catch { throw GatewayError(error) }
        guard let sale, amount == sale.command.amount, returned == 0, sale.command.batch == open,
            sale.command.terminal == terminalID, let receipt = sale.statement?.receipt
        else { return Wish(intentID: id, kind: .refund, key: key, amount: amount) }
        return Wish(intentID: id, kind: .reversal, key: key, amount: amount, receipt: receipt)
    }

    private func refund(under key: IdempotencyKey, of id: String) async throws(GatewayError) -> Refund? {
        try await refunds(of: id).first { $0.metadata[Self.attemptMetadata] == key.rawValue }
    }

    /// Returns what was refunded or finally refused, newest first; the second command of a request hides the first.
    private func refunds(of id: String) async throws(GatewayError) -> [Refund] {
        let sent = try await terminalHistory(id)?.sent ?? []
        var refunds: [Refund] = []
        for one in sent where one.command.kind == .refund || one.command.kind == .reversal {
            guard let isExecuted = one.isExecuted else { continue }
            let command = one.command
            if !isExecuted, command.kind == .reversal { continue }
            let key = Self.first(command.key)
            var refund = Refund(
                id: Self.id("re_zvt", command.key), amount: command.amount,
                status: isExecuted ? .succeeded : .failed, paymentIntent: id, metadata: [:])
            refund.metadata = [
                Self.attemptMetadata: key.rawValue, "zvt_command": command.kind == .reversal ? "06 30" : "06 31",
            ]
            if !isExecuted { refund.failureReason = Self.error(of: one).message }
            refundIntents[refund.id] = id
            refunds.insert(refund, at: 0)
        }
        return refunds
    }

    private static let secondSuffix = "/card"

    /// Returns the key of the refund to a card that follows a refused reversal.
    private static func second(_ key: IdempotencyKey) -> IdempotencyKey { IdempotencyKey(key.rawValue + secondSuffix) }

    private static func first(_ key: IdempotencyKey) -> IdempotencyKey {
        key.rawValue.hasSuffix(secondSuffix) ? IdempotencyKey(String(key.rawValue.dropLast(secondSuffix.count))) : key
    }

    private static func id(_ prefix: String, _ key: IdempotencyKey) -> String {
        "\(prefix)_" + Hex.encode(SHA256.hash(Array(key.rawValue.utf8)).prefix(12))
    }
}

extension PaymentIntentParameters {
    /// What only a payments API can honour, in words; `nil` if nothing of it is asked for.
    fileprivate var wishOfGateway: String? {
        if applicationFeeAmount != nil { return "application fee" }
        if transferData != nil || onBehalfOf != nil || transferGroup != nil { return "connected account" }
        if setupFutureUsage != nil { return "card to be saved" }
        if paymentMethodOptions != nil { return "wish to the issuer" }
        return statementDescriptor != nil || statementDescriptorSuffix != nil ? "text for the statement" : nil
    }
}

extension String {
    fileprivate var replacingBlanks: String { String(map { $0 == " " ? "_" : $0 }) }
}
