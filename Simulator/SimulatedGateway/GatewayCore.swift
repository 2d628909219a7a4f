import TenderBytes
import Dispatch
import SimulatedPayments

/// The rules behind one lock, with the clock, the faults and the storage around them.
final class GatewayCore: Sendable {
    private struct State: ~Copyable {
        var payments: SimulatedPayments
        var faults: FaultPlan
        var counts: [Endpoint: Int] = [:]
        var clockOffset: Int64 = 0
        var storage: GatewayStorage?
        /// Set when the storage failed: memory is then ahead of the disk, and nothing may be answered any more.
        var isBroken = false
    }

    private let state: Guarded<State>
    private let clock: @Sendable () -> Int64
    /// Signalled once, for the delayed requests; each one that it wakes signals it again.
    private let stopping = DispatchSemaphore(value: 0)

    init(_ configuration: SimulatedGateway.Configuration) throws(SimulatedGatewayError) {
        var generator = SystemRandomNumberGenerator()
        let seed = (0..<4).flatMap { _ in
            let word: UInt64 = generator.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        clock = configuration.clock
        let faults = FaultPlan(configuration.faults)
        switch configuration.storage {
        case .memory: state = Guarded(State(payments: SimulatedPayments(seed: seed), faults: faults))
        case .file(let path):
            let storage = try GatewayStorage(path: path)
            let payments = try storage.load(seed: seed)
            state = Guarded(State(payments: payments, faults: faults, storage: storage))
        }
        state.withLock { $0.payments.decidesByAmount = configuration.decidesByAmount }
    }

    /// Does what a request asks, with its fault; blocks for the time of a delay.
    func exchange(_ request: APIRequest) -> Delivery {
        let endpoint = request.endpoint
        let (effect, hold) = state.withLock { state -> (Fault.Effect?, HoldResult) in
            if let endpoint { state.counts[endpoint, default: 0] += 1 }
            let effect = state.faults.next(for: endpoint)
            guard case .delay = effect else { return (effect, .noKey) }
            return (effect, state.payments.hold(request))
        }
        var held: HeldKey?
        if case .held(let key) = hold { held = key }
        if case .delay(let milliseconds)? = effect, hold != .inUse {
            guard waited(milliseconds) else { return .closed }
        }
        return perform(request, effect, held)
    }

    private func perform(_ request: APIRequest, _ effect: Fault.Effect?, _ held: HeldKey?) -> Delivery {
        let now = clock()
        return state.withLock { state in
            guard !state.isBroken else { return .closed }
            let delivery = state.payments.handle(request, fault: effect, held: held, now: now + state.clockOffset)
            return Self.save(&state) ? delivery : .closed
        }
    }

    private static func save(_ state: inout State) -> Bool {
        guard let storage = state.storage else { return true }
        do {
            try storage.save(state.payments.takeChanges())
            return true
        } catch {
            state.isBroken = true
            return false
        }
    }

    /// Whether the time passed without the gateway being stopped.
    private func waited(_ milliseconds: Int64) -> Bool {
        guard stopping.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success else { return true }
        stopping.signal()
        return false
    }

    func ledger(paymentIntent: String) -> LedgerEntry? {
        let now = clock()
        return state.withLock { state in
            state.payments.settle(now: now + state.clockOffset)
            if !Self.save(&state) { return nil }
            return state.payments.ledger(paymentIntent: paymentIntent)
        }
    }

    func requests(_ endpoint: Endpoint) -> Int { state.withLock { $0.counts[endpoint] ?? 0 } }

    func setFaults(_ faults: [Fault]) { state.withLock { $0.faults = FaultPlan(faults) } }

    func advanceClock(by seconds: Int64) { state.withLock { $0.clockOffset += seconds } }

    func stop() { stopping.signal() }
}
