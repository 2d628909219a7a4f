import TenderFlow
import TenderModel
import TenderTerminal

extension ServiceCall {
    static let offlineCalls: [ServiceCall] = [
        offline,
        steer("forward_offline", "forward", "tries to forward what is stored, at once") { await $0.forwardNow() },
        steer("pause_forwarding", "pause", "stops forwarding further payments") { await $0.pauseForwarding() },
        steer("resume_forwarding", "resume", "resumes forwarding") { await $0.resumeForwarding() },
        decide("quarantine_offline", "quarantine", "sets a stored payment aside") { try await $0.quarantine($1) },
        decide("release_offline", "release", "releases what was set aside") { try await $0.release($1) }, delete,
    ]

    private static let offline = ServiceCall(
        "retrieve_offline", .get, "offline", .read, "what is stored offline, without card data",
        members: [
            Member("count", .integer), Member("quarantined", .integer), Member("network", .text),
            Member("is_paused", .flag), Member("payments", .list(.object("offline_payment"))),
        ]
    ) { desk, _, _ in
        let status = try await desk.terminal.offlineStatus()
        let stored =
            try await desk.terminal.offlinePayments().map { OfflineReport($0) }
            + (try await desk.terminal.offlineSetups().map { OfflineReport($0) })
        return ServiceResult(
            "done",
            [
                ("count", status.count), ("quarantined", status.quarantined), ("network", status.network.rawValue),
                ("is_paused", status.isPaused), ("payments", stored),
            ])
    }

    private static func steer(
        _ name: String, _ verb: String, _ summary: String, _ body: @escaping @Sendable (Terminal) async -> Void
    ) -> ServiceCall {
        ServiceCall(name, .post, "offline/\(verb)", .manage, summary) { desk, _, _ in
            await body(desk.terminal)
            return ServiceResult()
        }
    }

    private static func decide(
        _ name: String, _ verb: String, _ summary: String,
        _ body: @escaping @Sendable (Terminal, String) async throws -> Void
    ) -> ServiceCall {
        ServiceCall(name, .post, "offline/{id}/\(verb)", .manage, summary) { desk, input, _ in
            try await body(desk.terminal, input.id)
            return ServiceResult()
        }
    }

    private static let delete = ServiceCall(
        "delete_offline", .post, "offline/{id}/delete", .manage,
        "deletes a stored payment of which nothing was sent to the issuer, and records that",
        repetition: .continued(nil),
        fields: [ServiceField.by.required]
    ) { desk, input, _ in
        // Given again, it is done already.
        if try await desk.journal.history(of: input.id)?.offline?.deletedBy != nil { return ServiceResult() }
        try await desk.terminal.deleteOffline(input.id, by: input.text("by") ?? "")
        return ServiceResult()
    }
}
