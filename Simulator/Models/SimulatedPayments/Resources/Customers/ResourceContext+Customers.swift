extension ResourceContext {
    mutating func createCustomer(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let id = newID(.customers)
        var customer = Document(
            id: id, account: call.account, created: call.now, object: "customer",
            fields: Self.newCustomer.merging([
                "created": .integer(call.now), "invoice_prefix": .string(ids.hexadecimal(8)),
            ]) { $1 })
        try Self.update(&customer, parameters)
        let method = try parameters.text("payment_method").map { (name) throws(APIFailure) in
            try methodToSave(name, call)
        }
        let source = try sourceToSave(call)
        try Self.checkDefault(parameters, isMethod: { $0 == parameters.text("payment_method") || $0 == method?.id })
        if let method, customer.defaultMethod != nil { customer.defaultMethod = method.id }
        if let source { customer["default_source"] = .string(source.id) }
        put(customer)
        emit("customer.created", customer, by: call, now: call.now)
        if let method { _ = save(method, for: id, by: call, now: call.now) }
        if let source { save(source: source, for: id, call) }
        return customerObject(id, call)
    }

    /// Returns the payment method of a new customer, to whose saving its issuer has agreed.
    private mutating func methodToSave(_ name: String, _ call: Call) throws(APIFailure) -> PaymentMethodRow {
        let method = try method(named: name, param: "payment_method", isToBeSaved: true, call)
        do throws(APIFailure) {
            try Self.checkSaving(method)
        } catch {
            if error.kind == .card { put(method) }
            throw error
        }
        return method
    }

    /// Checks that a default payment method is the customer's.
    private static func checkDefault(_ parameters: Parameters, isMethod: (String) -> Bool) throws(APIFailure) {
        guard let id = parameters.text("invoice_settings", "default_payment_method"), !isMethod(id) else { return }
        throw .refused(
            "The customer does not have a payment method with the ID \(id). The payment method must be attached to the "
                + "customer.", code: "resource_missing", param: "invoice_settings[default_payment_method]")
    }

    func listCustomers(_ call: Call) throws(APIFailure) -> APIObject {
        let email = call.parameters.text("email")
        let name = email.map { Document.reference(email: $0, of: call.account) }
        return try listDocuments("customer", call, naming: name) { email == nil || $0["email"]?.text == email }
    }

    func retrieveCustomer(_ call: Call) throws(APIFailure) -> APIObject {
        try Self.checkAccess(to: call.id, call)
        guard let customer = documents.find(call.id, account: call.account), customer.object == "customer" else {
            throw .unknown("customer", call.id, param: "id")
        }
        return customerObject(customer.id, call)
    }

    mutating func updateCustomer(_ call: Call) throws(APIFailure) -> APIObject {
        let customer = try findCustomer(call)
        var changed = customer
        try Self.update(&changed, call.parameters)
        try Self.checkDefault(call.parameters, isMethod: customer.savedMethods.contains)
        if let source = call.parameters.text("default_source") {
            _ = try findSource(source, of: customer, param: "default_source", isParameter: true)
        }
        let source = try sourceToSave(call)
        if let source { changed["default_source"] = .string(source.id) }
        put(changed)
        if let source {
            save(source: source, for: customer.id, call)
            let replaced = customer["default_source"]?.text.flatMap { paymentMethods[$0] }
            if let replaced { _ = detach(replaced, by: call) }
        }
        let final = documents[customer.id] ?? changed
        if final.fields != customer.fields { emit("customer.updated", final, was: customer, by: call) }
        return customerObject(customer.id, call)
    }

    mutating func deleteCustomer(_ call: Call) throws(APIFailure) -> APIObject {
        let customer = try findCustomer(call)
        var leaving = customer
        leaving.defaultMethod = nil
        leaving["default_source"] = .some(.null)
        put(leaving)
        for id in customer.savedMethods {
            if let method = paymentMethods[id] { _ = detach(method, by: call) }
        }
        let deleted = delete(documents[customer.id] ?? leaving)
        emit("customer.deleted", customer, by: call, now: call.now)
        return .json(deleted.json)
    }

    func listCustomerMethods(_ call: Call) throws(APIFailure) -> APIObject {
        let customer = try findCustomer(call)
        return try listMethods(of: customer.id, call, url: "/v1/customers/\(customer.id)/payment_methods")
    }

    func retrieveCustomerMethod(_ call: Call) throws(APIFailure) -> APIObject {
        let customer = try findCustomer(call)
        guard let id = call.route.ids.last, let method = paymentMethods[id], method.customer == customer.id else {
            throw .unknown("PaymentMethod", call.route.ids.last ?? "", param: "payment_method")
        }
        return .json(json(method))
    }

    /// Returns the customer of the URL, if the caller may see it.
    func findCustomer(_ call: Call) throws(APIFailure) -> Document {
        try Self.checkAccess(to: call.id, call)
        return try findDocument("customer", call)
    }

    /// Returns the customer as it is now; versions before 2020-08-27 include its sources unasked.
    private func customerObject(_ id: String, _ call: Call) -> APIObject {
        guard let customer = documents[id] else { return .json(.null) }
        guard let version = call.version, version < "2020-08-27", !customer.isDeleted,
            case .object(var members) = customer.json
        else { return .json(customer.json) }
        members["sources"] = sourceList(of: customer)
        return .json(.object(members))
    }
}

// Fields.
extension ResourceContext {
    private static let newCustomer: [String: JSONValue] = [
        "address": nil, "balance": 0, "currency": nil, "default_source": nil, "delinquent": false, "description": nil,
        "discount": nil, "email": nil,
        "invoice_settings": [
            "custom_fields": nil, "default_payment_method": nil, "footer": nil, "rendering_options": nil,
        ],
        "livemode": false, "metadata": [:], "name": nil, "next_invoice_sequence": 1, "phone": nil,
        "preferred_locales": [], "shipping": nil, "tax_exempt": "none", "test_clock": nil,
    ]

    private static func update(_ customer: inout Document, _ parameters: Parameters) throws(APIFailure) {
        try customer.apply(parameters, except: ["source", "payment_method", "tax", "validate"])
        if customer["tax_exempt"] == .null { customer["tax_exempt"] = "none" }
        // These exist if they were given, and are never null.
        for name in ["business_name", "individual_name"] where customer[name] == .null {
            customer.fields.removeValue(forKey: name)
        }
        if case .object? = customer["address"] { customer["address"] = withNulls(customer["address"], addressNames) }
        if case .object(var shipping)? = customer["shipping"] {
            shipping["address"] = withNulls(shipping["address"], addressNames)
            shipping["phone"] = shipping["phone"] ?? .null
            customer["shipping"] = .object(shipping)
        }
        if case .object(var settings)? = customer["invoice_settings"], case .object? = settings["rendering_options"] {
            settings["rendering_options"] = withNulls(
                settings["rendering_options"], ["amount_tax_display", "template"])
            customer["invoice_settings"] = .object(settings)
        }
        try readTax(of: &customer, parameters)
    }

    static let addressNames = ["city", "country", "line1", "line2", "postal_code", "state"]

    static func withNulls(_ hash: JSONValue?, _ names: [String]) -> JSONValue {
        var members = hash?.members ?? [:]
        addNulls(names, to: &members)
        return .object(members)
    }
}
