public import TenderModel

/// The billing details that a payment sheet collects for a newly entered payment method.
public struct BillingDetailsCollection: Hashable, Sendable {
    /// The rule for collecting a field.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Where the payment method needs it.
        case automatic
        /// Not at all.
        case never
        /// With every payment method.
        case always
    }

    /// The rule for collecting the address.
    public enum AddressMode: String, Hashable, Sendable, CaseIterable {
        /// As far as the payment method needs it.
        case automatic
        /// Not at all.
        case never
        /// The full address, with every payment method.
        case full
    }

    /// The name.
    public var name: Mode
    /// The telephone number.
    public var phone: Mode
    /// The email address.
    public var email: Mode
    /// The postal address.
    public var address: AddressMode
    /// Whether the default details go with the payment method even where the sheet collects nothing.
    public var attachDefaultsToPaymentMethod: Bool

    /// Creates the rules of what is collected.
    public init(
        name: Mode = .automatic, phone: Mode = .automatic, email: Mode = .automatic,
        address: AddressMode = .automatic, attachDefaultsToPaymentMethod: Bool = false
    ) {
        self.name = name
        self.phone = phone
        self.email = email
        self.address = address
        self.attachDefaultsToPaymentMethod = attachDefaultsToPaymentMethod
    }

    /// Returns the fields that the sheet shows for a kind of payment method; all of them are mandatory.
    public func collected(for type: PaymentMethodType) -> BillingFields {
        let needed = PaymentSheetMethodKind(type)?.neededFields ?? []
        var fields: BillingFields = []
        for (field, mode) in [(BillingFields.name, name), (.phone, phone), (.email, email)] {
            if mode == .always || mode == .automatic && needed.contains(field) { fields.insert(field) }
        }
        switch address {
        case .automatic: fields.formUnion(needed.intersection([.address, .postalCode]))
        case .never: break
        case .full: fields.insert(.address)
        }
        return fields
    }

    /// Returns the details that go with a payment method: the entered ones where the sheet collects them, the defaults
    /// elsewhere only if they are to be attached.
    ///
    /// - Parameters:
    ///   - entered: What the customer sees in the fields, defaults included.
    ///   - defaults: What the app knows.
    public func details(
        for type: PaymentMethodType, entered: BillingDetails, defaults: BillingDetails
    ) -> BillingDetails? {
        let fields = collected(for: type)
        let others = attachDefaultsToPaymentMethod ? defaults : BillingDetails()
        var details = BillingDetails(
            email: fields.contains(.email) ? entered.email : others.email,
            name: fields.contains(.name) ? entered.name : others.name,
            phone: fields.contains(.phone) ? entered.phone : others.phone)
        if fields.contains(.address) {
            details.address = entered.address
        } else if fields.contains(.postalCode) {
            var address = attachDefaultsToPaymentMethod ? others.address ?? Address() : Address()
            address.country = entered.address?.country
            address.postalCode = entered.address?.postalCode
            details.address = address
        } else {
            details.address = others.address
        }
        return details == BillingDetails() ? nil : details
    }

    /// Returns what is missing before a payment method can be used: of the collected fields, and of those that it
    /// cannot do without.
    public func missing(
        for type: PaymentMethodType, entered: BillingDetails, defaults: BillingDetails
    ) -> BillingFields {
        let details = details(for: type, entered: entered, defaults: defaults) ?? BillingDetails()
        return collected(for: type).union(PaymentSheetMethodKind(type)?.indispensableFields ?? []).missing(in: details)
    }
}
