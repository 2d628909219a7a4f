import TenderBackend
import TenderFlow
import TenderModel

/// The merchant's server, where there is one: what it refuses, and what goes wrong behind it.
extension TerminalWorld {
    /// Returns why the server refuses a request; `nil` without one, and if it passes the request on.
    func refusal(of load: Load, in mood: MerchantRelay.Mood? = nil) -> BackendRefusal? {
        plan.relay?.refusal(of: relayed(load), in: mood)
    }

    private func relayed(_ load: Load) -> RelayedRequest {
        switch load {
        case .payment(let id, let request):
            RelayedRequest(request, of: id, surcharge: bodies.first { $0.key == request.key }?.surcharge)
        case .request(let request): RelayedRequest(request)
        case .search: .search
        case .create(let parameters, let key): RelayedRequest(parameters, key)
        }
    }

    func relaySteps(_ exchange: Exchange) -> [Step] {
        guard plan.relay != nil, exchange.refusal == nil, !exchange.isAbandoned else { return [] }
        var steps: [Step] = []
        if budget.refusals > 0 { steps += MerchantRelay.Mood.allCases.map { .refused(exchange.errand, $0) } }
        for failure in MerchantRelay.Failure.allCases where budget.relayFailures > 0 {
            if failure == .answerLost, !exchange.load.hasEffect { continue }
            steps.append(.relayFails(exchange.errand, failure))
        }
        return steps
    }

    mutating func refuse(_ errand: Errand, _ mood: MerchantRelay.Mood) {
        budget.refusals -= 1
        guard let load = takeExchange(errand)?.load else { return }
        guard let reason = refusal(of: load, in: mood) else { return blame("the server passes \(load) on: \(mood)") }
        answer(reason, to: load, errand)
    }

    /// Answers a request that has reached nobody behind the server: it counts as not sent.
    mutating func answer(_ refusal: BackendRefusal, to load: Load, _ errand: Errand) {
        if case .payment(_, let request) = load, let index = bodies.firstIndex(where: { $0.key == request.key }) {
            bodies[index].sends -= 1
        }
        handle(Self.answer(refusal.error, to: load, errand))
    }

    mutating func failRelay(_ errand: Errand, _ failure: MerchantRelay.Failure) {
        budget.relayFailures -= 1
        guard let load = takeExchange(errand)?.load else { return }
        switch failure {
        case .requestLost: break
        case .answerLost: _ = execute(load, errand, true)
        case .died: if load.hasEffect { late.append(load) }
        }
        handle(Self.answer(failure.error, to: load, errand))
    }

    /// Returns what the machine is told of an error.
    static func answer(_ error: GatewayError, to load: Load, _ errand: Errand) -> TerminalMachine.Event {
        switch load {
        case .payment, .create: .answered(errand, GatewayReply(error))
        case .request: .requestAnswered(errand, TerminalMachine.RequestReply(.failure(error)))
        case .search: .searched(errand, IntentSearch(error))
        }
    }

    /// Nobody is charged more than the server's limits allow.
    func limitViolation(_ gateway: ModelGateway) -> String? {
        guard let most = plan.relay?.total, gateway.held > most else { return nil }
        return "the server's limit of \(most) was passed: \(gateway.held) of \(gateway.intentID)"
    }
}
