extension Catalogue {
    /// Reads what a shop's file says of what is sold, or its taxes and departments to which products are added later.
    ///
    /// - Parameter json5: The file, at most 16 MiB: see `ShopFile`.
    /// - Throws: what `ShopFile` throws.
    public init(json5: [UInt8]) throws(CatalogueImportError) { self = try ShopFile(json5: json5).catalogue }
}
