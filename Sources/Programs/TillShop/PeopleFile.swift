import FoundationEssentials
public import TenderSale

/// The file of the people who work here; it holds hashes of PINs, so only its owner may read it; all calls block.
public enum PeopleFile {
    /// Reads the people; returns none if there is no file.
    ///
    /// - Throws: `ShopFailure`.
    public static func read(_ path: String) throws(ShopFailure) -> [Cashier] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let people = try? JSONDecoder().decode([Cashier].self, from: data)
        else { throw ShopFailure("the people file \(path) cannot be read: see till --help, --add-person") }
        guard Set(people.map(\.id)).count == people.count else {
            throw ShopFailure("the people file \(path) has the same id twice")
        }
        return people
    }

    /// Writes the people.
    ///
    /// - Throws: `ShopFailure`; the file then stays as it was.
    public static func write(_ people: [Cashier], to path: String) throws(ShopFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let data = try? encoder.encode(people) else { throw ShopFailure("the people cannot be written") }
        try TillFile.write([UInt8](data), to: path)
    }
}
