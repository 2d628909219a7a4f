extension Operation {
    static let clock: [Operation] = [
        Operation(
            "tender.clock", .post, "/v1/_tender/clock", .one(ResourceContext.clockObject),
            ["advance": .positive.required]
        ) { (it, call) throws(APIFailure) in try it.advanceClock(call) },
        Operation("tender.clock.retrieve", .get, "/v1/_tender/clock", .one(ResourceContext.clockObject)) {
            (it, call) throws(APIFailure) in it.shownClock(now: call.now)
        },
    ]
}

/// The gateway's time: that of its host, plus the offset by which it was moved forward.
extension ResourceContext {
    static let clockObject = "tender.clock"
    /// The most seconds by which one request moves the time.
    static let longestAdvance: Int64 = 366 * 24 * 3600
    /// The most seconds by which all of them together move it.
    static let furthestAdvance: Int64 = 100 * longestAdvance

    /// Lets time pass at once, with all its effects: our own endpoint.
    fileprivate mutating func advanceClock(_ call: Call) throws(APIFailure) -> APIObject {
        let seconds = call.parameters.integer("advance") ?? 0
        guard seconds <= Self.longestAdvance, seconds <= Self.furthestAdvance - clockOffset else {
            throw .invalid(
                "The clock can be moved forward by \(Self.longestAdvance) seconds at a time, and by "
                    + "\(Self.furthestAdvance) in all.", param: "advance")
        }
        let clock = Document(
            id: "clock", account: "", created: call.now, object: Self.clockObject,
            fields: ["advanced": .integer(clockOffset + seconds)])
        put(clock)
        let now = call.now + seconds
        settle(until: now)
        return shownClock(now: now)
    }

    fileprivate func shownClock(now: Int64) -> APIObject {
        .json([
            "object": .string(Self.clockObject), "advanced": .integer(clockOffset), "livemode": false,
            "now": .integer(now),
        ])
    }
}
