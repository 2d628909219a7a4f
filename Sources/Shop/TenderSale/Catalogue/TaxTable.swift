/// A class of goods that are taxed alike.
public struct TaxClass: Hashable, Sendable, Codable {
    /// The class's name, such as `A` or `standard`.
    public var name: String
    /// The rate.
    public var rate: Percentage
    /// Whether marked prices include the tax.
    public var isIncluded: Bool

    /// Creates a tax class.
    public init(name: String, rate: Percentage, isIncluded: Bool) {
        self.name = name
        self.rate = rate
        self.isIncluded = isIncluded
    }

    /// The class of exempt lines; no table has a class of this name.
    public static let exempt = TaxClass(name: "exempt", rate: .zero, isIncluded: false)
}

/// A shop's tax classes, ordered by name.
public struct TaxTable: Hashable, Sendable, Codable {
    /// The classes, with unique names.
    public let classes: [TaxClass]

    /// Creates a table.
    ///
    /// - Throws: `CatalogueError` for a name that is repeated, empty, or that of exempt lines.
    public init(_ classes: [TaxClass]) throws(CatalogueError) {
        let sorted = classes.sorted { $0.name < $1.name }
        for (place, row) in sorted.enumerated() {
            guard SaleLimits.isText(row.name), row.name != TaxClass.exempt.name else {
                throw .notAText(field: "name of a tax class", row.name)
            }
            guard place == 0 || sorted[place - 1].name != row.name else { throw .duplicateTaxClass(row.name) }
        }
        self.classes = sorted
    }

    /// Returns the class with a name.
    public subscript(name: String) -> TaxClass? { classes.first { $0.name == name } }

    /// Decodes a table, and rejects one that `init(_:)` rejects.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(try container.decode([TaxClass].self))
        } catch let error as CatalogueError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Encodes the classes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(classes)
    }
}
