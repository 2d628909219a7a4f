import SimulatedPayments

/// The values that pages read from the API's answers, whatever those are.
extension JSONValue {
    /// The elements of a list; `nil` for anything else.
    var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// Returns the elements of a member that is a list; none for anything else.
    func elements(_ name: String) -> [JSONValue] { self[name]?.array ?? [] }

    /// Returns the text of a member; empty for anything else.
    func string(_ name: String) -> String { self[name]?.text ?? "" }

    /// Returns the number of a member; zero for anything else.
    func integer(_ name: String) -> Int64 { self[name]?.number ?? 0 }

    func isTrue(_ name: String) -> Bool { self[name] == true }

    /// Returns the text at a path of names such as `address.line1`; `nil` without one.
    func text(at path: String) -> String? {
        let value = path.split(separator: ".").reduce(JSONValue?.some(self)) { $0?[String($1)] }
        return value?.text ?? value?.number.map(String.init)
    }
}
