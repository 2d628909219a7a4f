extension Resource {
    static let readers = Resource(
        "terminal.reader", prefix: "tmr",
        references: [
            "location": "terminal.location",
            "action.process_payment_intent.payment_intent": "payment_intent",
            "action.process_setup_intent.setup_intent": "setup_intent",
            "action.api_error.payment_intent": "payment_intent",
            "action.api_error.payment_method": "payment_method",
            "action.api_error.setup_intent": "setup_intent", "action.api_error.source": anything,
            "action.collect_payment_method.payment_intent": "payment_intent",
            "action.collect_payment_method.payment_method": "payment_method",
            "action.confirm_payment_intent.payment_intent": "payment_intent",
            "action.refund_payment.charge": "charge",
            "action.refund_payment.payment_intent": "payment_intent",
            "action.refund_payment.refund": "refund",
        ],
        keptFields: ["device_type", "serial_number"],
        due: { reader, old in
            guard let time = reader.collectedCard?.until, old?.collectedCard?.until != time else { return nil }
            return DueTask(.card(reader.id), at: time)
        },
        whenPut: { $0.readerChanges[$1.account, default: 0] += 1 },
        operations: Operation.readers + Operation.readerActions + Operation.readerHelpers
    )
}
