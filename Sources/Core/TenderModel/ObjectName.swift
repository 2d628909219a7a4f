/// The id of an object that an answer may hold as its id or as a whole.
struct ObjectName: Decodable {
    let id: String

    private struct Object: Decodable { let id: String }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let id = try? container.decode(String.self) {
            self.id = id
        } else {
            id = try container.decode(Object.self).id
        }
    }
}
