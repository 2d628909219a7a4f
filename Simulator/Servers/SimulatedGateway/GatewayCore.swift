import Dispatch
import SimulatedPages
import SimulatedPayments
import TenderBytes
import TenderHTTPServer
import TenderSQLite

/// The rules behind one lock, surrounded by the clock, the faults, the rate limit and the storage.
///
/// Under the lock the rules run only in memory; their changes are then written, together with the changes of others.
final class GatewayCore: Sendable {
    private struct State: ~Copyable {
        var payments: SimulatedPayments
        var limiter: RateLimiter?
        var counts: [Endpoint: Int] = [:]
        var clockOffset: Int64 = 0
        var watchers = Watchers()
        var isStopped = false

        /// Takes the requests that waited for something that has happened by now.
        mutating func takeWoken() -> [Watchers.Woken] {
            let accounts = watchers.accounts
            guard !accounts.isEmpty else { return [] }
            return watchers.takeChanged(accounts.map { payments.newestChange(of: $0) })
        }
    }

    /// How long a request waits for something to happen; less than the lifetime of connections.
    private static let watchMilliseconds: Int64 = 25_000

    private let state: Guarded<State>
    private let writer: GatewayWriter?
    private let clock: @Sendable () -> Int64
    private let millisecondClock: @Sendable () -> Int64
    private let delays = DelayedRequests()
    private let pages: Pages
    /// The bell that rings when there is something for the webhook sender.
    let bell = Bell()

    init(_ configuration: SimulatedGateway.Configuration) throws(SimulatedGatewayError) {
        var generator = SystemRandomNumberGenerator()
        let seed = Self.randomBytes(&generator)
        pages = Pages(key: SecretBytes(Self.randomBytes(&generator)))
        clock = configuration.clock
        millisecondClock = configuration.millisecondClock
        var payments: SimulatedPayments
        switch configuration.storage {
        case .memory:
            payments = SimulatedPayments(seed: seed)
            writer = nil
        case .file(let path):
            let storage = try GatewayStorage(path: path)
            payments = try storage.load(seed: seed)
            let guarded = Guarded(storage)
            writer = GatewayWriter {
                records in
                try guarded.withLock { try $0.save(records) }
            } report: { [report = configuration.report] error in
                report(
                    """
                    the file '\(path)' cannot be written (\(Self.reason(error))): from now on every request is answered with 500, \
                    because nothing may be reported that is not stored; free some space, then restart the gateway
                    """)
            }
        }
        payments.decidesByAmount = configuration.decidesByAmount
        payments.refundDelay = configuration.refundDelay
        payments.debitDelay = configuration.debitDelay
        payments.webhookSchedule = configuration.webhooks.schedule
        let limiter = configuration.requestsPerSecond.map { RateLimiter(perSecond: $0) }
        payments.faults = FaultPlan(configuration.faults)
        payments.requestsPerSecond = configuration.requestsPerSecond
        state = Guarded(State(payments: payments, limiter: limiter))
    }

    private static func randomBytes(_ generator: inout SystemRandomNumberGenerator) -> [UInt8] {
        (0..<4).flatMap { _ in
            let word: UInt64 = generator.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
    }

    private static func reason(_ error: any Error) -> String { (error as? SQLiteError)?.message ?? "\(error)" }

    private enum Arrival {
        case refused(Delivery)
        case served(Fault.Effect?)
        case delayed(Fault.Effect, milliseconds: Int64, HoldResult)
    }

    /// Executes a request, with its fault; the answer comes at once, or later from another thread.
    func exchange(_ request: APIRequest, _ reply: HTTPServerReply) {
        guard Pages.isForAPI(request) else { return exchangePage(request, reply) }
        // No GET of the API changes anything.
        let request = request.method == "HEAD" ? request.asGet : request
        switch arrive(request) {
        case .refused(let delivery): reply.answer(delivery)
        case .served(let effect): perform(request, effect, held: nil, reply)
        case .delayed(let effect, _, .inUse): perform(request, effect, held: nil, reply)
        case .delayed(let effect, let milliseconds, let hold):
            var held: HeldKey?
            if case .held(let key) = hold { held = key }
            delays.wait(milliseconds) { [held] hasPassed in
                if hasPassed { self.perform(request, effect, held: held, reply) } else { reply.answer(.closed) }
            }
        }
    }

    /// Answers a request for a page, at once or, if it waits for something to happen, once that happens.
    private func exchangePage(_ request: APIRequest, _ reply: HTTPServerReply) {
        let now = clock()
        let number = state.withLock { state -> Int? in
            guard Pages.isForChanges(request), !state.isStopped,
                let watch = pages.watch(request, &state.payments, now: now + state.clockOffset)
            else { return nil }
            return state.watchers.add(watch, reply)
        }
        guard let number else {
            return answer(reply, unsaved: .answer(Pages.notWritten)) { [pages] payments, now in
                .answer(pages.handle(request, &payments, now: now))
            }
        }
        delays.wait(Self.watchMilliseconds) { hasPassed in self.endWatch(number, hasPassed) }
    }

    private func endWatch(_ number: Int, _ hasPassed: Bool) {
        let reply = state.withLock { $0.watchers.take(number) }
        reply?.answer(hasPassed ? .answer(ChangeWatch.nothing) : .closed)
    }

    private func arrive(_ request: APIRequest) -> Arrival {
        let endpoint = request.endpoint
        let now = millisecondClock()
        return state.withLock { state in
            if let endpoint { state.counts[endpoint, default: 0] += 1 }
            if let wait = state.limiter?.wait(for: request, now: now + 1000 * state.clockOffset) {
                return .refused(
                    .answer(
                        state.payments.rateLimited(request, waitMilliseconds: wait, now: clock() + state.clockOffset)))
            }
            let effect = state.payments.faults.next(for: endpoint)
            guard case .delay(let milliseconds)? = effect, let effect else { return .served(effect) }
            return .delayed(effect, milliseconds: milliseconds, state.payments.hold(request))
        }
    }

    private func perform(_ request: APIRequest, _ effect: Fault.Effect?, held: HeldKey?, _ reply: HTTPServerReply) {
        answer(reply, unsaved: .answer(SimulatedPayments.notWritten)) { payments, now in
            payments.handle(request, fault: effect, held: held, now: now)
        }
    }

    /// Lets the rules create an answer, which is sent once their changes are on the disk.
    ///
    /// - Parameter unsaved: The answer to send instead if they never will be.
    private func answer(
        _ reply: HTTPServerReply, unsaved: Delivery, _ body: (inout SimulatedPayments, _ now: Int64) -> Delivery
    ) {
        let now = clock()
        let (delivery, woken, isDue) = state.withLock { state -> (Delivery?, [Watchers.Woken], Bool) in
            guard !state.isStopped else { return (.closed, [], false) }
            let time = now + state.clockOffset
            let delivery = body(&state.payments, time)
            let woken = state.takeWoken()
            let isDue = state.payments.hasDueDelivery(now: time)
            guard let writer else { return (delivery, woken, isDue) }
            // Under the lock, so that the rows come in the order in which they changed.
            writer.add(state.payments.takeChanges()) { isOnDisk in
                reply.answer(isOnDisk ? delivery : unsaved)
                for watcher in woken { watcher.tell(isOnDisk) }
            }
            return (nil, [], isDue)
        }
        if let delivery { reply.answer(delivery) }
        for watcher in woken { watcher.tell(true) }
        if isDue { bell.ring() }
    }

    /// Sets the address where people reach the pages; before that, links in answers lead nowhere.
    func setPublicURL(_ url: String) { state.withLock { $0.payments.publicURL = url } }

    /// Lends the rules, and blocks until everything up to here is on the disk.
    ///
    /// - Returns: `nil` when the gateway has stopped, or the disk will never have it: then nothing may be reported.
    func saved<Result: Sendable>(_ body: (inout SimulatedPayments, _ now: Int64) -> Result) -> Result? {
        let now = clock()
        let isOnDisk = Guarded(writer == nil)
        let written = DispatchSemaphore(value: 0)
        let done = state.withLock { state -> (Result, [Watchers.Woken])? in
            guard !state.isStopped else { return nil }
            let result = body(&state.payments, now + state.clockOffset)
            let woken = state.takeWoken()
            writer?.add(state.payments.takeChanges()) { saved in
                isOnDisk.withLock { $0 = saved }
                written.signal()
            }
            return (result, woken)
        }
        guard let (result, woken) = done else { return nil }
        if writer != nil { written.wait() }
        let isSaved = isOnDisk.withLock { $0 }
        for watcher in woken { watcher.tell(isSaved) }
        return isSaved ? result : nil
    }

    func ledger(paymentIntent: String) -> LedgerEntry? {
        let entry = saved { payments, now in
            payments.settle(now: now)
            return (payments.ledger(paymentIntent: paymentIntent), payments.hasDueDelivery(now: now))
        }
        if entry?.1 == true { bell.ring() }
        return entry?.0
    }

    /// The number of requests that wait for something to happen.
    var watcherCount: Int { state.withLock { $0.watchers.accounts.count } }

    func requests(_ endpoint: Endpoint) -> Int { state.withLock { $0.counts[endpoint] ?? 0 } }

    func setFaults(_ faults: [Fault]) { state.withLock { $0.payments.faults = FaultPlan(faults) } }

    func advanceClock(by seconds: Int64) {
        state.withLock { $0.clockOffset += seconds }
        bell.ring()
    }

    /// Answers all waiting requests; returns when none is left, and none will come.
    func stop() {
        state.withLock { $0.isStopped = true }
        delays.stop()
        writer?.drain()
    }
}
