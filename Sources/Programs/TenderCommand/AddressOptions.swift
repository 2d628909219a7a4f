import CommandLineOptions
import Tender

/// The options of a postal address.
enum AddressOptions {
    private static let line1 = Option("line1", "TEXT", "street and number", as: .text)
    private static let line2 = Option("line2", "TEXT", "floor, suite, building", as: .text)
    private static let city = Option("city", "TEXT", "the city", as: .text)
    private static let state = Option("state", "TEXT", "the state, county or province", as: .text)
    private static let postalCode = Option("postal-code", "CODE", "the postal code", as: .text)
    private static let anyCountry = Option("country", "CC", "the country, two letters", as: .text)
    private static let country: RequiredOption<String> = anyCountry.required(such: "US")

    static let options: [any DeclaredOption] = [line1] + others
    /// The same where goods are sent to it.
    static let deliveryOptions: [any DeclaredOption] = [line1.required(such: "'1 Main Street'")] + others
    /// The same where no part of it is needed.
    static let anyOptions: [any DeclaredOption] = [line1] + parts + [anyCountry]
    private static let others: [any DeclaredOption] = parts + [country]
    private static let parts: [any DeclaredOption] = [line2, city, state, postalCode]

    /// Returns the address that the options say.
    static func address(_ arguments: Arguments) throws(CommandLineError) -> Address {
        try Address(
            line1: arguments[line1], line2: arguments[line2], city: arguments[city], state: arguments[state],
            postalCode: arguments[postalCode], country: arguments[country])
    }

    /// Returns the parts of an address that the options say; `nil` if they say none.
    static func anyAddress(_ arguments: Arguments) -> Address? {
        let address = Address(
            line1: arguments[line1], line2: arguments[line2], city: arguments[city], state: arguments[state],
            postalCode: arguments[postalCode], country: arguments[anyCountry])
        return address == Address() ? nil : address
    }
}
