import FoundationEssentials
import TenderBytes
import TenderModel

extension Catalogue {
    /// Reads a catalogue, or a shop's taxes and departments to which products are added later.
    ///
    /// An object with `currency`, `taxes` (`name`, `rate`, `included`), `departments` (`name`, `tax`), `sellers` (`name`,
    /// `account`, `fee`) and `products` (the columns
    /// of a table as `adding(csv:)` reads it). Rates and prices are texts, so that no number loses a cent on its way.
    ///
    /// - Parameter json5: The file, at most 16 MiB; comments, bare names and single quotes are welcome.
    /// - Throws: `CatalogueImportError` with the places and what to do about them.
    public init(json5: [UInt8]) throws(CatalogueImportError) {
        guard json5.count <= SaleLimits.file else {
            throw .init(place: "", problem: "the file is larger than 16 MiB", advice: "import products in parts")
        }
        let file = try ShopFile.read(json5)
        guard let currency = Currency(file.currency) else {
            throw .init(
                place: "currency", problem: "'\(file.currency.prefix(20))' is not a currency",
                advice: "write a code such as 'EUR'")
        }
        let base: Catalogue
        do {
            base = try Catalogue(
                currency: currency, taxes: TaxTable(try file.taxClasses()),
                departments: file.departments.map { Department(name: $0.name, taxClass: $0.tax) },
                sellers: try file.sellers(currency), products: [])
        } catch let error as CatalogueError {
            throw .init(place: "", text: error.description)
        } catch let error as CatalogueImportError {
            throw error
        } catch {
            throw .init(place: "", text: "\(error)")
        }
        self = try base.adding(file.productRows)
    }
}

/// The file as it is written.
private struct ShopFile: Decodable {
    struct Tax: Decodable {
        var name: String
        var rate: String
        var included: Bool
    }

    struct Group: Decodable {
        var name: String
        var tax: String
    }

    struct Consignor: Decodable {
        var name: String
        var account: String
        var fee: String
    }

    var currency: String
    var taxes: [Tax]
    var departments: [Group]
    var sellers: [Consignor]?
    var products: [ProductRow]?

    static func read(_ bytes: [UInt8]) throws(CatalogueImportError) -> ShopFile {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            return try decoder.decode(ShopFile.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw CatalogueImportError(decoding: error)
        } catch {
            throw .init(place: "", problem: "the file is not JSON5", advice: "look for missing brackets and quotes")
        }
    }

    var productRows: [ProductRow] {
        (products ?? []).enumerated().map { place, row in
            var row = row
            row.place = "products[\(place)]"
            return row
        }
    }

    func sellers(_ currency: Currency) throws(CatalogueImportError) -> [Seller] {
        var all: [Seller] = []
        for (place, seller) in (sellers ?? []).enumerated() {
            guard let fee = SellerFee(reading: seller.fee, currency: currency) else {
                throw .init(
                    place: "sellers[\(place)].fee", problem: "'\(seller.fee.prefix(20))' is not a fee",
                    advice: "write a share such as '12.5%', or a sum for each piece such as '0.50'")
            }
            all.append(Seller(name: seller.name, account: seller.account, fee: fee))
        }
        return all
    }

    func taxClasses() throws(CatalogueImportError) -> [TaxClass] {
        var classes: [TaxClass] = []
        for (place, tax) in taxes.enumerated() {
            guard let rate = Percentage(parsing: tax.rate) else {
                throw .init(
                    place: "taxes[\(place)].rate", problem: "'\(tax.rate.prefix(20))' is not a rate from 0 to 100",
                    advice: "write a text such as '19' or '8.875'")
            }
            classes.append(TaxClass(name: tax.name, rate: rate, isIncluded: tax.included))
        }
        return classes
    }
}

extension CatalogueImportError {
    fileprivate init(decoding error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(place: Self.place(context.codingPath), text: "'\(key.stringValue)' is missing: add it")
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let hint =
                type == String.self ? "write a text in quotes, prices and rates too" : "write a value of another kind"
            self.init(place: Self.place(context.codingPath), text: "the value is of the wrong kind: \(hint)")
        case .dataCorrupted(let context):
            let detail = (context.underlyingError.map { "\($0)" } ?? context.debugDescription).prefix(200)
            self.init(
                place: Self.place(context.codingPath),
                text:
                    "the file is not JSON5 (\(String(detail).withoutControls)): correct it there, and save it as UTF-8")
        @unknown default:
            self.init(place: "", text: "the file is not a shop's: compare it with the example")
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let place = key.intValue {
                text += "[\(place)]"
            } else {
                text += (text.isEmpty ? "" : ".") + String(key.stringValue.withoutControls.prefix(40))
            }
        }
    }
}
