extension Resource {
    static let persons = Resource(
        "person", prefix: "person",
        references: [
            "verification.additional_document.back": anything, "verification.additional_document.front": anything,
            "verification.document.back": anything, "verification.document.front": anything,
        ],
        whenPut: { $0.reconsiderPayouts(of: $1.account) },
        operations: Operation.persons
    )
}
