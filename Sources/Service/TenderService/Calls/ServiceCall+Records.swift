import TenderFlow
import TenderModel
import TenderTerminal

extension ServiceCall {
    static let recordCalls: [ServiceCall] = [pending, claim, acknowledge, records]

    private static let pending = ServiceCall(
        "list_pending", .get, "pending", .read,
        "what still needs attention: unknown outcomes, approvals that nobody was told of, holds",
        members: [Member("pending", .list(.object("pending_attempt")))]
    ) { desk, _, _ in
        // That an answer was claimed is noted after it was given.
        await desk.terminal.flushJournal()
        return ServiceResult("done", [("pending", try await desk.terminal.pendingAttempts())])
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
