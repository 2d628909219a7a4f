import Glibc
import Tender

/// The data of the API's public page on testing, which is accepted at once.
enum AccountTestData {
    /// Returns the data of an account of a person.
    ///
    /// - Parameter email: The email address, which is also the person's.
    static func parameters(
        for account: ConnectedAccount, email: String?, name: String?
    ) -> ConnectedAccountParameters {
        ConnectedAccountParameters(
            businessType: "individual",
            businessProfile: BusinessProfile(
                name: name, merchantCategory: "5734", productDescription: "Test goods", url: "https://example.com"),
            individual: holder(country: account.country ?? "US", email: email ?? "jenny.rosen@example.com"),
            bankAccount: bank(country: account.country ?? "US", account.defaultCurrency ?? .usd),
            termsAcceptance: TermsAcceptance(date: Int64(time(nil)), ip: "127.0.0.1"))
    }

    private static func holder(country: String, email: String) -> AccountHolder {
        let isAmerican = country == "US"
        return AccountHolder(
            firstName: "Jenny", lastName: "Rosen", birth: .init(year: 1901, month: 1, day: 1),
            address: Address(
                line1: "address_full_match", city: "Columbus", state: isAmerican ? "OH" : nil, postalCode: "43214",
                country: country),
            email: email, phone: "0000000000", idNumber: "000000000", idNumberEnd: isAmerican ? "0000" : nil)
    }

    private static func bank(country: String, _ currency: Currency) -> BankAccountParameters {
        guard country != "US" else {
            return BankAccountParameters(
                country: country, currency: currency, accountNumber: "000123456789", routingNumber: "110000000")
        }
        return BankAccountParameters(
            country: country, currency: currency, accountNumber: country + "89370400440532013000")
    }
}
