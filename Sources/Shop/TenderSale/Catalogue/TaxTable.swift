/// A class of goods that are taxed alike.
public struct TaxClass: Hashable, Sendable, Codable {
    /// The class's name, such as `A` or `standard`.
    public var name: String
    /// The rate.
    public var rate: Percentage
    /// Whether marked prices include the tax.
    public var isIncluded: Bool

    /// Describes a class.
    public init(name: String, rate: Percentage, isIncluded: Bool) {
        self.name = name
        self.rate = rate
        self.isIncluded = isIncluded
    }

    /// The class of lines that were exempted of tax; no table has a class of this name.
    public static let exempt = TaxClass(name: "exempt", rate: .zero, isIncluded: false)
}

/// The tax classes of a shop, in the order of their names.
public struct TaxTable: Hashable, Sendable, Codable {
    /// The classes, each name once.
    public let classes: [TaxClass]

    /// Makes a table.
    ///
    /// - Throws: `CatalogueError` for a name that occurs twice, is empty, or is that of exempted lines.
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

    /// The class of a name.
    public subscript(name: String) -> TaxClass? { classes.first { $0.name == name } }

    /// Reads a table, and refuses one that `init(_:)` refuses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(try container.decode([TaxClass].self))
        } catch let error as CatalogueError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the classes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(classes)
    }
}
