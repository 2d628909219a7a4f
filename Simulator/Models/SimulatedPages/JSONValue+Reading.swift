import SimulatedPayments

/// What pages read of the API's answers, whatever those are.
extension JSONValue {
    /// The elements, when it is a list.
    var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The elements of a member that is a list; nothing for anything else.
    func elements(_ name: String) -> [JSONValue] { self[name]?.array ?? [] }

    /// The text of a member; empty for anything else.
    func string(_ name: String) -> String { self[name]?.text ?? "" }

    /// The number of a member; zero for anything else.
    func integer(_ name: String) -> Int64 { self[name]?.number ?? 0 }

    func isTrue(_ name: String) -> Bool { self[name] == true }

    /// What stands behind a way of names such as `address.line1`; nil for nothing.
    func text(at path: String) -> String? {
        let value = path.split(separator: ".").reduce(JSONValue?.some(self)) { $0?[String($1)] }
        return value?.text ?? value?.number.map(String.init)
    }
}
