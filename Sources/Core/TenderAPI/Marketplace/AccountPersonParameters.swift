public import TenderModel

/// What a person of an account is created with or changed to; `nil` leaves a field as it is.
public struct AccountPersonParameters: Hashable, Sendable {
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// The day of birth.
    public var birth: AccountHolder.Day?
    /// The address for mail.
    public var email: String?
    /// The telephone number.
    public var phone: String?
    /// Where they live.
    public var address: Address?
    /// The number under which their state knows them.
    public var idNumber: String?
    /// Its last four digits, where that is enough.
    public var idNumberEnd: String?
    /// What they are to the company.
    public var relationship: AccountPerson.Relationship?
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Describes a person.
    public init(
        firstName: String? = nil, lastName: String? = nil, birth: AccountHolder.Day? = nil, email: String? = nil,
        phone: String? = nil, address: Address? = nil, idNumber: String? = nil, idNumberEnd: String? = nil,
        relationship: AccountPerson.Relationship? = nil, metadata: [String: String] = [:]
    ) {
        self.firstName = firstName
        self.lastName = lastName
        self.birth = birth
        self.email = email
        self.phone = phone
        self.address = address
        self.idNumber = idNumber
        self.idNumberEnd = idNumberEnd
        self.relationship = relationship
        self.metadata = metadata
    }
}
