import Tender
import TenderPrinting
import TenderSale
import TillScreens

/// Creating, querying and closing pages.
extension LinkDesk {
    private enum Refusal: Error {
        case said(String)
    }

    // MARK: - Making

    /// Creates the page of a leg and shows it; returns false when there is none, which was reported.
    ///
    /// A page that was perhaps created without an answer does no harm: nobody knows its address. It is requested again
    /// under the same key all the same, so that there is one page.
    func make(_ leg: TicketLeg, _ ticket: String) async -> Bool {
        var problem: StopCause?
        for turn in 0..<Self.patience where followed[leg.id]?.isClosing == false && !isStopped {
            do {
                let session = try await create(leg, ticket)
                guard let address = session.url else { throw Refusal.said("the gateway gave no address to pay at") }
                guard await write(leg.id, .opened(session: session.id)) else { break }
                followed[leg.id]?.session = session.id
                guard followed[leg.id]?.isClosing == false else { return true }
                line.tell(.link(leg: leg.id, address: address, code: QRMatrix(encoding: address, correction: .low)))
                return true
            } catch let error as GatewayError where Self.mayPass(error) && turn + 1 < Self.patience {
                line.tell(.card(leg: leg.id, .asking(turn + 1)))
                await pause(leg.id, turn: turn)
            } catch {
                problem = Self.cause(error)
                break
            }
        }
        guard !isStopped else { return false }
        if let problem { line.tell(.stopped(leg: leg.id, problem)) }
        await end(leg.id, .canceled)
        return false
    }

    private func create(_ leg: TicketLeg, _ ticket: String) async throws -> CheckoutSession {
        guard let pages else { throw Refusal.said("this gateway has no payment pages: take a card or cash") }
        guard let thanksURL else {
            throw Refusal.said("where do customers go after they pay? Start the till with --thanks URL")
        }
        let key = key(leg.id, "session")
        let parameters = CheckoutSessionParameters(
            lines: [CheckoutLine(.inline(name: "Ticket " + ticket, amount: try leg.asked.adding(leg.tip)))],
            successURL: thanksURL,
            payment: try CheckoutPayment(leg.sharing, tip: leg.tip, group: keyPrefix + "." + leg.id),
            clientReferenceID: leg.id, metadata: [PaymentIntent.attemptMetadata: key.rawValue])
        let session = try await pages.createCheckoutSession(parameters, key: key)
        // An outdated answer names another page, on which nobody would pay for this ticket.
        guard session.clientReferenceID == leg.id, session.metadata == parameters.metadata else {
            throw GatewayError(
                .answerMismatch, fate: .unknown, message: "the gateway answered about another page: '\(session.id)'")
        }
        return session
    }

    private func key(_ leg: String, _ verb: String, _ attempt: Int = 1) -> IdempotencyKey {
        IdempotencyKey(base: keyPrefix + "." + leg, attempt: attempt, verb: verb)
    }

    /// Returns whether another try may succeed.
    private static func mayPass(_ error: GatewayError) -> Bool { !error.provesRefusal || error.code == .rateLimited }

    private static func cause(_ error: any Error) -> StopCause {
        if case Refusal.said(let text) = error { return .noPage(text) }
        return StopCause(error)
    }

    // MARK: - Asking

    /// Queries until the outcome of a leg is known.
    func work(_ id: String) async {
        var turn = 0
        while !isStopped, followed[id] != nil {
            await look(id)
            guard !isStopped, followed[id] != nil else { return }
            await pause(id, turn: turn)
            turn += 1
        }
    }

    private func look(_ id: String) async {
        guard let pages, let session = followed[id]?.session, let leg = followed[id]?.leg else { return }
        let isClosing = followed[id]?.isClosing == true
        do throws(GatewayError) {
            if isClosing { await expire(id, session, pages) }
            let page = try await pages.retrieveCheckoutSession(session)
            guard page.id == session else { return await missed(id, mustTell: true) }
            var intent: PaymentIntent?
            if page.status != .open, let paid = page.paymentIntent {
                intent = try await gateway.retrievePaymentIntent(PaymentIntentReference(id: paid))
            }
            guard !isStopped, let outcome = LegOutcome(page, intent, of: leg) else {
                return isClosing ? await missed(id, mustTell: false) : heard(id)
            }
            guard outcome != .unknown else { return await missed(id, mustTell: true) }
            await end(id, outcome)
        } catch {
            await missed(id, mustTell: false)
        }
    }

    /// Handles an answer that the page is still open.
    private func heard(_ id: String) {
        guard let misses = followed[id]?.misses, misses > 0 else { return }
        followed[id]?.misses = 0
        line.tell(.card(leg: id, .showing))
    }

    /// Handles a missed answer: reports that it is being queried and, after a while or once the cashier gave up, tells
    /// the ticket.
    private func missed(_ id: String, mustTell: Bool) async {
        guard !isStopped, var open = followed[id] else { return }
        open.misses += 1
        let isGivenUp = mustTell || (open.isClosing && open.misses >= Self.patience)
        if isGivenUp, !open.isUnknown {
            open.isUnknown = true
            followed[id] = open
            tell(id, .unknown)
            // After the outcome, which clears earlier messages.
            if mustTell { line.tell(.failed("\(id): the page's payment is not what was asked for: look it up")) }
            return
        }
        followed[id] = open
        if !open.isUnknown { line.tell(.card(leg: id, .asking(open.misses))) }
    }

    /// Closes a page; its outcome is read afterwards, whatever the answer.
    private func expire(_ id: String, _ session: String, _ pages: any CheckoutGateway) async {
        guard let open = followed[id], open.began.duration(to: .now) < Self.keyAge else { return }
        if !open.isClosingWritten {
            guard await write(id, .closing) else { return }
            followed[id]?.isClosingWritten = true
        }
        do throws(GatewayError) {
            _ = try await pages.expireCheckoutSession(session, key: key(id, "expire", open.closings))
        } catch {
            if case .answered = error.fate { followed[id]?.closings += 1 }
        }
    }
}
