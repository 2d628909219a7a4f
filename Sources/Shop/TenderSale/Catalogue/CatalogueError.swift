import TenderBytes
public import TenderModel

/// The reason that products, departments and taxes do not form a catalogue.
public enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Two products share a code or PLU.
    case duplicateCode(String)
    /// Two departments share a name.
    case duplicateDepartment(String)
    /// Two tax classes share a name.
    case duplicateTaxClass(String)
    /// A product names a department that does not exist.
    case unknownDepartment(String, product: String)
    /// A product or department names a tax class that does not exist.
    case unknownTaxClass(String, of: String)
    /// A code that a scanner could not read or a cashier could not type.
    case notACode(String)
    /// A text that is empty, too long, or holds control characters.
    case notAText(field: String, String)
    /// A price that is negative or too large.
    case priceOutOfRange(Amount, product: String)
    /// A price in a currency other than the catalogue's.
    case wrongCurrency(Currency, product: String)
    /// Two sellers share a name.
    case duplicateSeller(String)
    /// A product names a seller that does not exist.
    case unknownSeller(String, product: String)
    /// A text that is not the id of a connected account.
    case notAnAccount(String, seller: String)
    /// More products than a catalogue may have.
    case tooManyProducts(most: Int)

    /// A sentence for people to read, with what to do.
    public var description: String {
        switch self {
        case .duplicateCode(let code): "the code '\(Self.shown(code))' appears twice: give each product its own"
        case .duplicateDepartment(let name): "the department '\(Self.shown(name))' appears twice: remove one"
        case .duplicateTaxClass(let name): "the tax class '\(Self.shown(name))' appears twice: remove one"
        case .unknownDepartment(let name, let product):
            "'\(Self.shown(product))' is in the department '\(Self.shown(name))', which does not exist: add it, or correct the name"
        case .unknownTaxClass(let name, let owner):
            "'\(Self.shown(owner))' has the tax class '\(Self.shown(name))', which does not exist: add it, or correct the name"
        case .notACode(let code):
            "'\(Self.shown(code))' is not a code: use 1 to 48 letters, digits, '.', '-', '_' or '/'"
        case .notAText(let field, let text):
            "'\(Self.shown(text))' cannot be the \(field): use 1 to 200 bytes of plain text, and not the name 'exempt' for taxes"
        case .priceOutOfRange(let price, let product):
            "'\(Self.shown(product))' costs \(price): give a price that is not negative and not absurdly large"
        case .wrongCurrency(let currency, let product):
            "'\(Self.shown(product))' is priced in \(currency), which is not the catalogue's currency"
        case .duplicateSeller(let name): "the seller '\(Self.shown(name))' appears twice: remove one"
        case .unknownSeller(let name, let product):
            "'\(Self.shown(product))' is sold for '\(Self.shown(name))', which is not one of the sellers: add it, or correct the name"
        case .notAnAccount(let account, let seller):
            "'\(Self.shown(account))' of '\(Self.shown(seller))' is not a connected account: write an id that begins with acct_"
        case .tooManyProducts(let most): "there are more than \(most) products: leave out what is no longer sold"
        }
    }

    private static func shown(_ text: String) -> String { String(text.withoutControls.prefix(60)) }
}
