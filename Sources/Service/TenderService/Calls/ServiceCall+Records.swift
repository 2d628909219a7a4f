import TenderFlow
import TenderModel
import TenderTerminal

extension ServiceCall {
    static let recordCalls: [ServiceCall] = [pending, claim, acknowledge, records, totals]

    private static let pending = ServiceCall(
        "list_pending", .get, "pending", .read,
        "what still needs attention: unknown outcomes, approvals that nobody was told of, holds",
        members: [Member("pending", .list(.object("pending_attempt")))]
    ) { desk, _, _ in
        // That an answer was claimed is noted after it was given.
        await desk.terminal.flushJournal()
        let pending = try ServiceResult.snakeCase(try await desk.terminal.pendingAttempts())
        return ServiceResult("done", [("pending", pending)])
    }

    private static let claim = ServiceCall(
        "claim_payment", .post, "payment_intents/{id}/claim", .sell,
        "records that an approval was shown to whoever waited for it"
    ) { desk, input, _ in
        try await desk.terminal.claim(try await desk.intent(input.id))
        return ServiceResult()
    }

    private static let acknowledge = ServiceCall(
        "acknowledge_payment", .post, "payment_intents/{id}/acknowledge", .manage,
        "records that a person has seen a payment's outcome", fields: [ServiceField.by.required]
    ) { desk, input, _ in
        try await desk.terminal.acknowledge(input.id, by: input.text("by") ?? "")
        return ServiceResult()
    }

    private static let totals = ServiceCall(
        "retrieve_totals", .get, "reports/totals", .read,
        "what was sold in a span of time, currency by currency, as the journal says now",
        fields: [
            ServiceField("from", seconds, "the first second since 1970; all of the journal when left out"),
            ServiceField("to", seconds, "the last second"),
        ], members: [Member("totals", .list(.object("totals")))]
    ) { desk, input, _ in
        let first = (input.integer("from") ?? 0) * 1000
        let last = (input.integer("to") ?? 253_402_300_799) * 1000 + 999
        var totals = TillTotals(span: min(first, last)...last)
        try await desk.eachRecord { totals.apply($0) }
        return ServiceResult("done", [("totals", totals.rows)])
    }

    /// The seconds since 1970 of the years that have four digits.
    private static let seconds = ServiceField.Kind.integer(0...253_402_300_799)

    private static let records = ServiceCall(
        "list_records", .get, "records", .read, "the journal's records after one, oldest first",
        fields: [
            ServiceField("after", .integer(0...Int64.max), "the number of a record; 0 begins with the first"),
            ServiceField("limit", .integer(1...500), "the maximum number of records; 100 when left out"),
        ],
        members: [Member("records", .list(.object("record"))), Member("last_event", .integer)]
    ) { desk, input, _ in
        let page = try await desk.journal.records(
            after: input.integer("after") ?? 0, limit: Int(input.integer("limit") ?? 100))
        return ServiceResult(
            "done",
            [("records", page.map { JournalLine($0) }), ("last_event", try await desk.journal.lastSequence())])
    }
}
