extension Operation {
    static let faults: [Operation] = [
        .ofGateway("tender.faults.retrieve", .get, "/v1/_tender/faults", .one(SimulatedPayments.faultsObject)) {
            (it, _) throws(APIFailure) in .json(it.plannedFaults)
        },
        .ofGateway(
            "tender.faults.create", .post, "/v1/_tender/faults", .one(SimulatedPayments.faultsObject),
            ["faults": .list(.text(maximum: 200)).required]
        ) { (it, call) throws(APIFailure) in try it.addFaults(call) },
        .ofGateway("tender.faults.delete", .delete, "/v1/_tender/faults", .one(SimulatedPayments.faultsObject)) {
            (it, _) throws(APIFailure) in
            it.faults = FaultPlan()
            return .json(it.plannedFaults)
        },
    ]
}

/// Our own endpoints: the faults of the next requests, whoever makes them.
extension SimulatedPayments {
    static let faultsObject = "tender.faults"

    fileprivate var plannedFaults: JSONValue {
        [
            "object": .string(Self.faultsObject), "livemode": false,
            "requests_per_second": .optional(requestsPerSecond.map { Int64($0) }),
            "faults": .array(faults.faults.map { .string($0.specification) }),
        ]
    }

    /// Plans faults after those already planned.
    fileprivate mutating func addFaults(_ call: Call) throws(APIFailure) -> APIObject {
        var planned = faults.faults
        for text in call.parameters.texts("faults") ?? [] {
            do throws(FaultError) {
                planned.append(try Fault(parsing: text))
            } catch {
                throw .invalid("The fault '\(error.text)' cannot be read: \(error.problem).", param: "faults")
            }
        }
        guard planned.count <= FaultPlan.maximumCount else {
            throw .invalid("At most \(FaultPlan.maximumCount) faults can be planned.", param: "faults")
        }
        faults = FaultPlan(planned)
        return .json(plannedFaults)
    }
}

extension Fault.Effect {
    /// Its name in fault specifications.
    var name: String {
        switch self {
        case .dropRequest: "drop-request"
        case .dropAnswer: "drop-answer"
        case .delay: "delay"
        case .status: "status"
        case .statusAfter: "status-after"
        case .closeMidBody: "close-mid-body"
        case .html: "html"
        }
    }
}

extension Fault {
    /// The fault as a specification.
    var specification: String {
        let target = "\(endpoint?.rawValue ?? "any"):\(count)"
        return switch effect {
        case .dropRequest, .dropAnswer, .closeMidBody, .html: "\(effect.name):\(target)"
        case .delay(let milliseconds): "\(effect.name):\(target):\(milliseconds)ms"
        case .status(let status), .statusAfter(let status): "\(effect.name):\(target):\(status)"
        }
    }
}
