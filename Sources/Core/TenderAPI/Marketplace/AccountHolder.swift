public import TenderModel

/// The person who is a connected account.
public struct AccountHolder: Hashable, Sendable {
    /// A day of a calendar.
    public struct Day: Hashable, Sendable, Codable {
        /// The year.
        public var year: Int
        /// The month, from 1.
        public var month: Int
        /// The day, from 1.
        public var day: Int

        /// Names a day.
        public init(year: Int, month: Int, day: Int) {
            self.year = year
            self.month = month
            self.day = day
        }
    }

    /// The given name.
    public var firstName: String
    /// The family name.
    public var lastName: String
    /// The day of birth.
    public var birth: Day
    /// Where they live.
    public var address: Address
    /// The address for mail.
    public var email: String
    /// The telephone number.
    public var phone: String
    /// The number under which their state knows them.
    public var idNumber: String?
    /// Its last four digits, where that is enough.
    public var idNumberEnd: String?

    /// Describes a person.
    public init(
        firstName: String, lastName: String, birth: Day, address: Address, email: String, phone: String,
        idNumber: String? = nil, idNumberEnd: String? = nil
    ) {
        self.firstName = firstName
        self.lastName = lastName
        self.birth = birth
        self.address = address
        self.email = email
        self.phone = phone
        self.idNumber = idNumber
        self.idNumberEnd = idNumberEnd
    }
}

/// A bank account to which money is paid out.
public struct BankAccountParameters: Hashable, Sendable {
    /// The country, two letters.
    public var country: String
    /// The currency.
    public var currency: Currency
    /// The number of the account, or its IBAN.
    public var accountNumber: String
    /// The number of the bank, where the country has one.
    public var routingNumber: String?

    /// Describes a bank account.
    public init(country: String, currency: Currency, accountNumber: String, routingNumber: String? = nil) {
        self.country = country
        self.currency = currency
        self.accountNumber = accountNumber
        self.routingNumber = routingNumber
    }
}

/// When and from where the holder of an account accepted the terms.
public struct TermsAcceptance: Hashable, Sendable {
    /// When, seconds since 1970.
    public var date: Int64
    /// The address in the network from which.
    public var ip: String

    /// Notes an acceptance.
    public init(date: Int64, ip: String) {
        self.date = date
        self.ip = ip
    }
}
