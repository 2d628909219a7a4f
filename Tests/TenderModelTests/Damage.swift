import TenderAPI
import TenderModel

/// What may be wrong with a member of an object.
enum Damage: String, CaseIterable {
    case absent, null, text, fraction, object

    /// What stands there instead; nil for nothing.
    fileprivate var value: APIValue? {
        switch self {
        case .absent: nil
        case .null: .null
        case .text: .string("5")
        case .fraction: .number(1.5)
        case .object: .object(["id": .string("x_1")])
        }
    }
}

extension APIValue {
    /// The ways to every member, and to the first element of every list.
    var paths: [[String]] {
        switch self {
        case .object(let members):
            members.keys.sorted().flatMap { name in
                [[name]] + (members[name]?.paths ?? []).map { [name] + $0 }
            }
        case .array(let values): values.first.map { [["0"]] + $0.paths.map { ["0"] + $0 } } ?? []
        case .null, .bool, .integer, .number, .string: []
        }
    }

    /// The value with something else, or nothing, at the end of a way.
    func damaged(_ damage: Damage, at path: some Collection<String>) -> APIValue {
        switch (self, path.first) {
        case (.object(var members), let name?):
            members[name] = path.count == 1 ? damage.value : members[name]?.damaged(damage, at: path.dropFirst())
            return .object(members)
        case (.array(let values), .some):
            let first = path.count == 1 ? damage.value : values.first?.damaged(damage, at: path.dropFirst())
            return .array((first.map { [$0] } ?? []) + values.dropFirst())
        default: return self
        }
    }
}
