/// The v2 events: they name what changed and do not show it.
enum ThinEvent {
    static let object = "v2.core.event"

    /// The names that the simulated payments emit, in alphabetical order.
    static let all = [
        "v2.core.account.closed", "v2.core.account.created", "v2.core.account.updated",
        "v2.core.account[configuration.customer].updated",
        "v2.core.account[configuration.merchant].capability_status_updated",
        "v2.core.account[configuration.merchant].updated",
        "v2.core.account[configuration.recipient].capability_status_updated",
        "v2.core.account[configuration.recipient].updated", "v2.core.account[defaults].updated",
        "v2.core.account[identity].updated", "v2.core.account[requirements].updated",
        "v2.core.account_person.created", "v2.core.account_person.deleted", "v2.core.account_person.updated",
    ]

    /// Returns the object of an event, and its address.
    static func related(_ account: Document) -> JSONValue {
        [
            "id": .string(account.id), "type": "v2.core.account",
            "url": .string("/v2/core/accounts/\(account.id)"),
        ]
    }

    static func related(person: Document) -> JSONValue {
        [
            "id": .string(person.id), "type": "v2.core.account_person",
            "url": .string("/v2/core/accounts/\(person.account)/persons/\(person.id)"),
        ]
    }
}
