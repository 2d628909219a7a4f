import TenderBytes

/// The keys that a shop's file may have, and where.
enum ShopFileKeys {
    /// The form of a value.
    private indirect enum Form: Sendable {
        case value
        case list(Form)
        case object([(name: String, form: Form)])
    }

    /// Created anew for each file: the leak sanitizer reports a constant of nested boxes, whose addresses are tagged.
    private static var file: Form {
        .object([
            ("currency", .value), ("address", .value), ("phone", .value), ("taxNumber", .value), ("footer", .value),
            (
                "cash",
                .object([("rounding", .value), ("denominations", .value), ("largestDifference", .value)])
            ),
            ("tips", .object([("amounts", .value), ("percentages", .value), ("threshold", .value)])),
            ("roles", .object([("cashier", .object([("may", .value), ("discountLimit", .value)]))])),
            ("reasons", .object(Permission.allCases.filter(\.hasReasons).map { ($0.rawValue, .value) })),
            ("taxes", .list(.object([("name", .value), ("rate", .value), ("included", .value)]))),
            ("departments", .list(.object([("name", .value), ("tax", .value)]))),
            ("sellers", .list(.object([("name", .value), ("account", .value), ("fee", .value)]))),
            ("products", .list(.object(ProductRow.Column.allCases.map { ($0.rawValue, .value) }))),
        ])
    }

    /// Throws an error that names every unknown or repeated key.
    static func check(_ value: JSON5Value) throws(CatalogueImportError) {
        var problems: [CatalogueImportError.Problem] = []
        check(value, file, &problems)
        if let error = CatalogueImportError(problems) { throw error }
    }

    private static func check(_ value: JSON5Value, _ form: Form, _ problems: inout [CatalogueImportError.Problem]) {
        switch (value.content, form) {
        case (.array(let elements), .list(let form)): for element in elements { check(element, form, &problems) }
        case (.object(let members), .object(let known)):
            var seen: Set<String> = []
            for member in members {
                let place = member.place.description
                if !seen.insert(member.name).inserted {
                    problems.append(
                        .init(place: place, text: "the key \(shown(member.name)) appears twice: remove one"))
                } else if let form = known.first(where: { $0.name == member.name })?.form {
                    check(member.value, form, &problems)
                } else {
                    problems.append(.init(place: place, text: unknown(member.name, known.map(\.name))))
                }
            }
        default: break
        }
    }

    private static func unknown(_ name: String, _ known: [String]) -> String {
        let meant = known.first { isNear(name, $0) }
        let advice = meant.map { "did you mean '\($0)'?" } ?? "the keys here are \(known.joined(separator: ", "))"
        return "there is no key \(shown(name)) here: \(advice)"
    }

    private static func shown(_ name: String) -> String { "'\(name.withoutControls.prefix(40))'" }

    /// Returns whether two names differ only in case, or in at most two letters.
    private static func isNear(_ typed: String, _ name: String) -> Bool {
        let (typed, name) = (Array(typed.lowercased()), Array(name.lowercased()))
        guard typed.count <= 40 else { return false }
        var row = Array(0...name.count)
        for (place, letter) in typed.enumerated() {
            var next = [place + 1]
            for (column, other) in name.enumerated() {
                next.append(min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1))
            }
            row = next
        }
        return (row.last ?? 0) <= min(2, name.count / 3)
    }
}

extension Permission {
    /// Whether the permission may ask for a reason.
    var hasReasons: Bool { !ReasonCode.choices(for: self).isEmpty }
}
