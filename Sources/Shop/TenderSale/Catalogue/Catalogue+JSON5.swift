extension Catalogue {
    /// Reads the catalogue of a shop's file, or only its taxes and departments, to which products are added later.
    ///
    /// - Parameter json5: The file, at most 16 MiB; see `ShopFile`.
    /// - Throws: What `ShopFile` throws.
    public init(json5: [UInt8]) throws(CatalogueImportError) { self = try ShopFile(json5: json5).catalogue }
}
