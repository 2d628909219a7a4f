public import TenderModel

/// The properties of a new person, or the changes of one: `nil` leaves a property, an empty text clears it.
public struct CorePersonParameters: Hashable, Sendable {
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var surname: String?
    /// The email address.
    public var email: String?
    /// The telephone number.
    public var phone: String?
    /// Where they live.
    public var address: Address?
    /// The day of birth.
    public var birth: AccountHolder.Day?
    /// The numbers under which states know them; empty to leave them.
    public var idNumbers: [CoreIDNumber]
    /// `female` or `male`.
    public var legalGender: String?
    /// The nationalities, two letters each; empty to leave them.
    public var nationalities: [String]
    /// Whether they hold a public office: `existing` or `none`.
    public var politicalExposure: String?
    /// What they are to the company.
    public var relationship: CorePerson.Relationship?
    /// The caller's own key-value pairs; an empty value removes a key.
    public var metadata: [String: String]

    /// Creates parameters.
    public init(
        givenName: String? = nil, surname: String? = nil, email: String? = nil, phone: String? = nil,
        address: Address? = nil, birth: AccountHolder.Day? = nil, idNumbers: [CoreIDNumber] = [],
        legalGender: String? = nil, nationalities: [String] = [], politicalExposure: String? = nil,
        relationship: CorePerson.Relationship? = nil, metadata: [String: String] = [:]
    ) {
        self.givenName = givenName
        self.surname = surname
        self.email = email
        self.phone = phone
        self.address = address
        self.birth = birth
        self.idNumbers = idNumbers
        self.legalGender = legalGender
        self.nationalities = nationalities
        self.politicalExposure = politicalExposure
        self.relationship = relationship
        self.metadata = metadata
    }
}
