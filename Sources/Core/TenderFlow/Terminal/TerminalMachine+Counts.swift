/// For comparing terminals and for finding leftovers, as an explorer does.
///
/// Counters only distinguish things; unless they are reset, they differ forever after paths that lead to the same
/// state.
extension TerminalMachine {
    /// Resets the counters to the highest value that is still in use.
    ///
    /// - Parameter errands: The IDs of the terminal's errands that are still known outside.
    /// - Returns: The number of notices published since the last reset.
    package mutating func forgetCounts(beside errands: [Errand]) -> UInt64 {
        let requested = requests.compactMap { $0.serial }
        let collected = payments.flatMap { [$0.collection?.errand, $0.card, $0.collection?.stopLimit] }.compactMap {
            $0
        }
        let presented = requests.flatMap { [$0.card, $0.presenting?.collection?.errand] }.compactMap { $0 }
        let handed = [desk.card].compactMap(\.self) + jobs.flatMap(\.job.handed)
        let waiting = [waitingCard?.errand, waitingCard?.limit].compactMap(\.self)
        let known = errands + collected + presented + handed + waiting
        lastSerial = (known.compactMap(\.ownSerial) + requested + jobs.map(\.serial)).max() ?? 0
        let numbers = payments.map(\.number) + requests.map(\.number) + [waitingCard?.payment ?? 0]
        lastNumber = (numbers + known.compactMap(\.number)).max() ?? 0
        uses = 0
        for index in payments.indices { payments[index].lastUse = 0 }
        let followed = payments.compactMap(\.forwarding) + requests.compactMap { $0.moving?.forwarding }
        let forwarded = known.filter { $0.owner == .forwarder }.map(\.serial)
        forwarder.forgetCounts(beside: followed + forwarded + desk.exchanges.map(\.serial) + desk.records.serials)
        defer { sequence = 0 }
        return sequence
    }

    /// Returns whether it still waits for a timer or an exchange that it has requested.
    package func awaits(_ errand: Errand) -> Bool {
        switch errand.owner {
        case .connection: true
        case .forwarder: !forwarder.isIdle
        case .terminal: jobs.contains { $0.serial == errand.serial }
        case .request(let number): requests.contains { $0.number == number && $0.serial == errand.serial }
        case .payment(let number):
            payments.contains { $0.number == number && (!$0.machine.isIdle || $0.machine.phase == .collected) }
        }
    }

    /// Returns the phase of a payment; `nil` for one that it does not have.
    package func phase(of intentID: String) -> PaymentPhase.Name? {
        payments.first { $0.intentID == intentID }?.machine.phase.name
    }
}

extension TerminalMachine.Job {
    /// The card that is handed to somebody once the answer is there, and what the forwarder then waits for.
    fileprivate var handed: [Errand] {
        switch self {
        case .forwarded(let serial, _, let card), .saving(let serial, _, _, let card):
            [card, Errand(.forwarder, serial)]
        case .followed(let serial, _), .forwarderLimit(let serial): [Errand(.forwarder, serial)]
        default: []
        }
    }
}

extension ForwarderMachine {
    /// Resets the counters to the highest value that is still in use; the next pause is a first one.
    fileprivate mutating func forgetCounts(beside serials: [Serial]) {
        let own = payments.flatMap { [$0.step.serial, $0.following] } + [pause?.timer]
        lastSerial = (own.compactMap(\.self) + serials).max() ?? 0
        failures = 0
    }
}

extension ForwardedPayment.Step {
    /// The serial of what it is waiting for.
    fileprivate var serial: Serial? {
        switch self {
        case .reading(let serial), .finding(let serial), .leaving(let serial), .creating(let serial),
            .noting(let serial, _), .notingSetup(let serial, _), .opening(let serial), .settling(let serial, _),
            .quarantining(let serial, _, _), .releasing(let serial, _), .deleting(let serial, _):
            serial
        case .waiting, .confirming, .aside, .unsettled, .quarantined: nil
        }
    }
}

extension Errand {
    /// The errand's serial, if the terminal itself assigned it.
    fileprivate var ownSerial: Serial? {
        switch owner {
        case .terminal, .request: serial
        case .connection, .forwarder, .payment: nil
        }
    }

    /// The number of the requesting payment or request.
    fileprivate var number: Int? {
        switch owner {
        case .payment(let number), .request(let number): number
        case .terminal, .connection, .forwarder: nil
        }
    }
}
