import Tender

/// A watch that waits until somebody has paid on a page of the gateway.
struct PaymentWatch: Sendable {
    /// The end of a watch.
    enum End: Sendable {
        case paid(CheckoutSession)
        /// The page was closed before anybody paid.
        case expired(CheckoutSession)
    }

    let client: PaymentsClient
    let output: Output
    /// The first pause between two queries; each is half as long again as the one before.
    var firstPause = Duration.milliseconds(500)
    var longestPause = Duration.seconds(5)

    /// Queries until the page is paid or closed.
    ///
    /// - Throws: `CancellationError` when the task is canceled; `GatewayError` when the gateway refuses.
    func wait(for page: PayPage) async throws -> End {
        var pause = firstPause
        while true {
            try Task.checkCancellation()
            do throws(GatewayError) {
                if let end = try await look(at: page.id) { return end }
            } catch {
                try Task.checkCancellation()
                guard error.mayPass else { throw error }
                output.remark("tender: \(error.message); asking again")
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 3 / 2, longestPause)
        }
    }

    /// Returns how it ended; `nil` while it continues.
    private func look(at id: String) async throws(GatewayError) -> End? {
        guard PayPage.isSession(id) else {
            let sessions = try await ListPage.all { query throws(GatewayError) in
                try await client.listCheckoutSessions(paymentLink: id, status: .complete, query)
            }
            return sessions.last { $0.isPaid }.map(End.paid)
        }
        let session = try await client.retrieveCheckoutSession(id)
        if session.isPaid { return .paid(session) }
        return session.status == .expired ? .expired(session) : nil
    }
}

extension GatewayError {
    /// Whether the same query may be answered a little later.
    fileprivate var mayPass: Bool {
        switch code {
        case .notConnectedToGateway, .requestTimedOut, .gatewayConnectionLost, .rateLimited, .apiError: true
        default: false
        }
    }
}
