/// The rows that were created, changed or removed and not yet taken.
struct Changes {
    struct Key: Hashable {
        let kind: StoredRecord.Kind
        let id: String
    }

    var keys: [Key] = []
    var storedEvents = 0

    mutating func note(_ kind: StoredRecord.Kind, _ id: String) { keys.append(Key(kind: kind, id: id)) }
}
