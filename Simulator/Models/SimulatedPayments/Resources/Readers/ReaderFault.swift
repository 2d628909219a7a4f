/// A fault that can be injected at a simulated reader.
enum ReaderFault: String, CaseIterable {
    /// Requests for an action are answered `terminal_reader_offline`, and the reader is shown as offline.
    case offline
    /// They are answered `terminal_reader_timeout`, and the reader received nothing.
    case timeout
    /// They are answered the same, but the reader received the request and executes it.
    case lostAcknowledgment = "lost_acknowledgement"
    /// They are answered `terminal_reader_busy`.
    case busy
    /// They are answered `terminal_reader_hardware_fault`.
    case hardwareFault = "hardware_fault"
    /// The customer presses the cancel button, if there is one.
    case customerCancel = "customer_cancel"
    /// After a card was presented, the reader does not learn the outcome of the payment.
    case connectionError = "connection_error"
    /// No fault any more.
    case none

    /// Whether it hits the request for an action, and not what happens at the reader later.
    var isAnswer: Bool {
        switch self {
        case .offline, .timeout, .lostAcknowledgment, .busy, .hardwareFault: true
        case .customerCancel, .connectionError, .none: false
        }
    }

    var failure: APIFailure {
        switch self {
        case .offline:
            .invalid(
                "Reader is currently offline, please ensure the reader is powered on and connected to the internet "
                    + "before retrying your request.",
                code: "terminal_reader_offline")
        case .busy: Self.busyFailure
        case .hardwareFault:
            .invalid(
                "The reader has a hardware fault. Restart it, and replace it when that does not help.",
                code: "terminal_reader_hardware_fault")
        case .lostAcknowledgment: Self.timeoutFailure(isExecuted: true)
        case .timeout, .customerCancel, .connectionError, .none: Self.timeoutFailure(isExecuted: false)
        }
    }

    /// - Parameter isExecuted: Whether the answer belongs to the idempotency key, since the reader received the
    ///   request.
    private static func timeoutFailure(isExecuted: Bool) -> APIFailure {
        var failure = APIFailure.invalid(
            "There was a timeout when sending this command to the reader. Ask for the reader's action before you try "
                + "again.",
            code: "terminal_reader_timeout")
        failure.isExecuted = isExecuted
        return failure
    }

    private static var busyFailure: APIFailure {
        var failure = APIFailure.invalid(
            "Reader is currently busy processing another request, please wait for it to finish.",
            code: "terminal_reader_busy")
        failure.status = 409
        return failure
    }
}

/// The pending faults of a reader, first come, first served.
extension Document {
    var faults: [(fault: ReaderFault, count: Int64)] {
        get {
            guard case .array(let entries)? = hidden["faults"] else { return [] }
            return entries.compactMap { entry in
                guard let fault = entry["fault"]?.text.flatMap({ ReaderFault(rawValue: $0) }),
                    let count = entry["count"]?.number
                else { return nil }
                return (fault, count)
            }
        }
        set {
            hidden["faults"] = .array(
                newValue.map { ["fault": .string($0.fault.rawValue), "count": .integer($0.count)] })
            fields["status"] = newValue.contains { $0.fault == .offline } ? "offline" : "online"
        }
    }

    /// Uses up the first fault that fits.
    mutating func takeFault(where fits: (ReaderFault) -> Bool) -> ReaderFault? {
        guard let index = faults.firstIndex(where: { fits($0.fault) }) else { return nil }
        let fault = faults[index].fault
        faults[index].count -= 1
        faults.removeAll { $0.count <= 0 }
        return fault
    }
}

extension ResourceContext {
    /// Our own endpoint: lets the next `count` requests or actions at a reader fail.
    ///
    /// A customer who cancels does so at once if an action waits that allows it.
    mutating func armReader(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        guard let fault = call.parameters.choice(ReaderFault.self, "fault") else { throw .missing("fault") }
        let count = call.parameters.integer("count") ?? 1
        if fault == .none {
            reader.faults = []
        } else if count > 0 {
            reader.faults.append((fault, count))
        }
        put(reader)
        cancelByCustomer(&reader, call)
        return .json(reader.json)
    }

    /// Lets the customer press the cancel button, if one is due and there is a button.
    mutating func cancelByCustomer(_ reader: inout Document, _ call: Call) {
        guard var action = ReaderAction(of: reader), action.status == .inProgress, action.canBeCanceledByCustomer,
            reader.takeFault(where: { $0 == .customerCancel }) != nil
        else { return }
        action.fail("customer_canceled", "The customer canceled the action on the reader.")
        finish(action, on: &reader, call)
    }
}
