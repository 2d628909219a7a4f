import Glibc
import SimulatedPayments
import TenderBytes
import TenderHTTP

/// The thread that sends events to webhook endpoints, and its queue.
///
/// It takes what is due, has it posted, many at once, and hands the outcomes back; an event is sent once it is on the
/// disk.
final class WebhookSender: Sendable {
    private struct Mail: Sendable {
        var isOpen = true
        var outcomes: [(id: String, outcome: WebhookOutcome)] = []
    }

    private struct Round: Sendable {
        var deliveries: [WebhookDelivery]
        /// The seconds until something is due; `nil` when nothing waits.
        var pause: Int64?
    }

    private static let maximumOnTheirWay = 32
    private static let maximumTold = 1000
    /// A clock that is set, or moved by a test, is noticed within this time.
    private static let longestPauseMilliseconds: Int64 = 1000

    private let core: GatewayCore
    private let settings: SimulatedGateway.Webhooks
    private let clock: @Sendable () -> Int64
    private let report: @Sendable (String) -> Void
    private let mail = Guarded(Mail())
    /// The addresses that were reported as getting nothing; a limited number.
    private let told = Guarded<Set<String>>([])
    private let thread = Guarded<pthread_t?>(nil)

    init(
        _ core: GatewayCore, _ configuration: SimulatedGateway.Configuration
    ) throws(SimulatedGatewayError) {
        self.core = core
        settings = configuration.webhooks
        clock = configuration.clock
        report = configuration.report
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<WebhookSender>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw .noThread(reason: String(cString: strerror(result)))
        }
        self.thread.withLock { $0 = thread }
    }

    /// Ends the thread; deliveries in progress are abandoned, and repeated by a gateway on the same file.
    func stop() {
        mail.withLock { $0.isOpen = false }
        core.bell.ring()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    private func run() {
        Self.blockSignals()
        var client: HTTPClient?
        var onTheirWay = 0
        while let outcomes = takeOutcomes() {
            onTheirWay -= outcomes.count
            let room = Self.maximumOnTheirWay - onTheirWay
            guard let round = core.saved({ self.round(&$0, outcomes, room: room, now: $1) }) else { break }
            if !round.deliveries.isEmpty, client == nil { client = try? HTTPClient(configuration: Self.configuration) }
            for delivery in round.deliveries { send(delivery, client) }
            onTheirWay += round.deliveries.count
            let pause = round.pause.map { Int(min(max($0, 0) * 1000, Self.longestPauseMilliseconds)) }
            core.bell.wait(milliseconds: onTheirWay < Self.maximumOnTheirWay ? pause : nil)
        }
        client?.close()
    }

    private func takeOutcomes() -> [(id: String, outcome: WebhookOutcome)]? {
        mail.withLock { mail in
            guard mail.isOpen else { return nil }
            defer { mail.outcomes = [] }
            return mail.outcomes
        }
    }

    private func round(
        _ payments: inout SimulatedPayments, _ outcomes: [(id: String, outcome: WebhookOutcome)], room: Int, now: Int64
    ) -> Round {
        payments.settle(now: now)
        for (id, outcome) in outcomes { payments.delivered(id, outcome, now: now) }
        let deliveries = payments.takeDueDeliveries(now: now, signedAt: clock(), limit: room)
        let next = [payments.nextDelivery, payments.nextTask].compactMap(\.self).min()
        return Round(deliveries: deliveries, pause: next.map { $0 > now ? $0 - now : 0 })
    }

    private func send(_ delivery: WebhookDelivery, _ client: HTTPClient?) {
        // Without the core: its file must be free once the gateway has stopped, and this may end a little later.
        Task { [mail, settings, bell = core.bell, told, report] in
            let outcome = await Self.post(delivery, client, settings)
            if case .refused(let reason) = outcome, Self.isNew(delivery.url, told) {
                // The part after the path may contain a secret.
                report("no events are sent to \(delivery.url.prefix { !"?#".contains($0) }): \(reason)")
            }
            mail.withLock { $0.outcomes.append((delivery.id, outcome)) }
            bell.ring()
        }
    }

    /// Returns whether an address was not reported before: each is reported once, not with every event.
    private static func isNew(_ url: String, _ told: Guarded<Set<String>>) -> Bool {
        told.withLock { $0.count < maximumTold && $0.insert(url).inserted }
    }

    private static func post(
        _ delivery: WebhookDelivery, _ client: HTTPClient?, _ settings: SimulatedGateway.Webhooks
    ) async -> WebhookOutcome {
        guard settings.reachesOtherMachines || WebhookTarget(delivery.url)?.isLoopback == true else {
            return .refused(reason: "not a loopback address: the gateway was not told to reach other machines")
        }
        guard let client else { return .failed }
        let request = HTTPRequest(
            .post, url: delivery.url, headers: delivery.headers.map { HTTPHeader($0.name, $0.value) },
            body: delivery.body, timeout: settings.timeout)
        do throws(HTTPError) {
            return .answered(try await client.send(request).status)
        } catch {
            switch error.code {
            case .invalidURL, .invalidRequest, .plainHTTPRefused:
                return .refused(reason: "cannot be sent: \(error.description)")
            default: return .failed
            }
        }
    }

    private static var configuration: HTTPClient.Configuration {
        .init(maximumBodySize: 1024 * 1024, connectionsPerHost: maximumOnTheirWay)
    }

    /// Signals are for the program's own threads.
    private static func blockSignals() {
        var set = sigset_t()
        sigfillset(&set)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
