import TenderModel

/// A shop's file: what it sells, and how it works.
public struct ShopFile: Hashable, Sendable {
    /// The shop's goods.
    public let catalogue: Catalogue
    /// The shop's settings.
    public let settings: ShopSettings

    /// Reads a file.
    ///
    /// The file is an object with `currency`, `taxes` (`name`, `rate`, `included`), `departments` (`name`, `tax`),
    /// `sellers` (`name`, `account`, `fee`), `products` (the columns of a table as `Catalogue.adding(csv:)` reads it),
    /// and the settings in `ShopSettings`: `address`, `phone`, `taxNumber`, `footer`, `cash`, `roles`, `reasons`. An
    /// unknown key is an error, since a mistyped one would do nothing. Sums, rates and prices are texts, so that no
    /// number loses a cent on its way.
    ///
    /// - Parameter json5: The file, at most 16 MiB; comments, bare names and single quotes are welcome.
    /// - Throws: `CatalogueImportError` with the lines and columns, and how to fix them.
    public init(json5: [UInt8]) throws(CatalogueImportError) {
        guard json5.count <= SaleLimits.file else {
            throw .init(place: "", problem: "the file is larger than 16 MiB", advice: "import products in parts")
        }
        let value: JSON5Value
        do throws(JSON5Parser.Failure) {
            value = try JSON5Parser.value(of: json5)
        } catch {
            throw .init(
                place: error.place.description, text: "the file is not JSON5: \(error.problem): correct it there")
        }
        try ShopFileKeys.check(value)
        let file = try ShopFileNode(value, path: "")
        catalogue = try file.catalogue()
        settings = try file.settings(catalogue.currency)
    }
}
