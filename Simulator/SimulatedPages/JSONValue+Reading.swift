import SimulatedPayments

extension JSONValue {
    /// The elements of a list; none of anything else.
    var listed: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// What stands behind a way of names such as `address.line1`; nil for nothing.
    func text(at path: String) -> String? {
        let value = path.split(separator: ".").reduce(JSONValue?.some(self)) { $0?[String($1)] }
        return value?.text ?? value?.number.map(String.init)
    }
}
