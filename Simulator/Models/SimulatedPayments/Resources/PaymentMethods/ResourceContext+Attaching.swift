/// The owner of a payment method: at most one customer, and after that none.
extension ResourceContext {
    /// Attaches a payment method to a customer once its issuer has agreed; puts both.
    ///
    /// - Throws: A decline, or the reason that the method cannot belong to the customer.
    mutating func attach(
        _ method: PaymentMethodRow, to customer: Document, _ call: Call
    ) throws(APIFailure) -> PaymentMethodRow {
        guard method.customer != customer.id else { return method }
        do throws(APIFailure) {
            try Self.checkSaving(method)
        } catch {
            if error.kind == .card { put(method) }
            throw error
        }
        return save(method, for: customer.id, by: call, now: call.now)
    }

    /// Checks whether methods of a type can be saved, whatever their state.
    static func checkSavable(_ type: MethodType) throws(APIFailure) {
        guard type.isSavable else {
            throw .refused(
                "Payment methods of type \(type.rawValue) cannot be saved to customers"
                    + (type.isPresent ? "; use the card that was generated from it." : "."),
                code: "payment_method_unsupported_type")
        }
    }

    /// Checks whether the method can be attached to a customer.
    static func checkSaving(_ method: PaymentMethodRow) throws(APIFailure) {
        try checkSavable(method.type)
        guard method.customer == nil else {
            throw .refused(
                "The payment method you provided has already been attached to a customer.",
                code: "payment_method_unexpected_state")
        }
        if let decline = method.behavior.verification { throw .declined(decline, method: method.id) }
    }

    /// Attaches a payment method without an owner to a customer, without asking its issuer; puts both.
    mutating func save(
        _ method: PaymentMethodRow, for customer: String, by call: Call?, now: Int64
    ) -> PaymentMethodRow {
        guard var owner = document(customer, "customer", method.account) else { return method }
        var saved = method
        useUp(tokenOf: &saved)
        saved.customer = owner.id
        if saved.particulars.hasCode || saved.particulars.billing != nil { saved.particulars.isChecked = true }
        put(saved)
        owner.savedMethods.append(saved.id)
        put(owner)
        emit("payment_method.attached", saved, by: call, now: now)
        return saved
    }

    /// Detaches a payment method from its customer for good; puts both.
    mutating func detach(_ method: PaymentMethodRow, by call: Call) -> PaymentMethodRow {
        guard let owner = method.customer.flatMap({ document($0, "customer", method.account) }) else { return method }
        var detached = method
        detached.customer = nil
        detached.isDetached = true
        put(detached)
        forget(method, of: owner, by: call)
        emit(
            "payment_method.detached", .paymentMethod(detached), of: method.account,
            previous: ["customer": .string(owner.id)], by: call, now: call.now)
        if method.isSource {
            emit("customer.source.deleted", .json(legacyCard(method)), of: method.account, by: call, now: call.now)
        }
        return detached
    }

    /// Removes the method from the customer, where it may have been the default.
    private mutating func forget(_ method: PaymentMethodRow, of owner: Document, by call: Call) {
        var customer = owner
        customer.savedMethods.removeAll { $0 == method.id }
        if customer.defaultMethod == method.id { customer.defaultMethod = nil }
        if customer["default_source"]?.text == method.id {
            customer["default_source"] = .optional(customer.savedMethods.last { paymentMethods[$0]?.isSource ?? false })
        }
        put(customer)
        if customer.fields != owner.fields { emit("customer.updated", customer, was: owner, by: call) }
    }
}

extension Document {
    /// The payment methods of a customer, in the order they were saved.
    var savedMethods: [String] {
        get {
            guard case .array(let ids)? = hidden["methods"] else { return [] }
            return ids.compactMap(\.text)
        }
        set { hidden["methods"] = .array(newValue.map(JSONValue.string)) }
    }

    /// The payment method of a customer's invoices.
    var defaultMethod: String? {
        get { fields["invoice_settings"]?["default_payment_method"]?.text }
        set {
            guard case .object(var settings)? = fields["invoice_settings"] else { return }
            settings["default_payment_method"] = .optional(newValue)
            fields["invoice_settings"] = .object(settings)
        }
    }
}
