extension Operation {
    static let legacyCharges: [Operation] = [
        Operation(
            "charges.create", .post, "/v1/charges", .one("charge"),
            [
                "amount": .integer.required, "application_fee_amount": .integer(minimum: 0), "capture": .boolean,
                "currency": .currency.required, "customer": .text, "description": .text.clearable,
                "metadata": .metadata, "on_behalf_of": .text, "radar_options": .hash(["session": .text]),
                "receipt_email": .email.clearable, "shipping": .hash(.shipping), "source": .any,
                "statement_descriptor": .descriptor, "statement_descriptor_suffix": .descriptorSuffix,
                "transfer_data": .hash([
                    "amount": .integer(minimum: 0), "description": .text, "destination": .text.required,
                ]),
                "transfer_group": .text,
            ]
        ) { (it, call) throws(APIFailure) in try it.createCharge(call) },
        Operation(
            "charges.capture", .post, "/v1/charges/:id/capture", .one("charge"),
            [
                "amount": .positive, "application_fee_amount": .integer(minimum: 0),
                "receipt_email": .email.clearable, "statement_descriptor": .descriptor,
                "statement_descriptor_suffix": .descriptorSuffix,
                "transfer_data": .hash(["amount": .integer(minimum: 0)]), "transfer_group": .text,
            ]
        ) { (it, call) throws(APIFailure) in try it.captureCharge(call) },
    ]
}
