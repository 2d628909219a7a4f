/// The ids of the rows that contain a name, by that name.
struct ReferenceIndex: Sendable {
    private var ids = ShardedDictionary<[String]>()

    subscript(name: String) -> [String] { ids[name] ?? [] }

    mutating func insert(_ id: String, to name: String, at index: Int) {
        ids.update(name, orInserted: []) { $0.insert(id, at: index) }
    }

    /// Adds the id of the newest row.
    mutating func append(_ id: String, to name: String) {
        ids.update(name, orInserted: []) { ids in
            if ids.last != id { ids.append(id) }
        }
    }
}
