import TenderFlow
import TenderModel
import TenderTerminal

extension ServiceCall {
    static let setupCalls: [ServiceCall] = [createSetup, retrieveSetup, processSetup, cancelSetup]

    private static let setupMember = Member("setup_intent", .object("setup_intent"))

    private static let createSetup = ServiceCall(
        "create_setup_intent", .post, "setup_intents", .sell, "creates a SetupIntent for a card that is presented",
        repetition: .continued(nil), fields: [.customer, .description, .metadata], members: [setupMember]
    ) { desk, input, key in
        let intent = try await desk.terminal.createSetupIntent(
            SetupIntentParameters(
                customer: input.text("customer"), paymentMethodTypes: [.cardPresent],
                description: input.text("description"), metadata: input.metadata(), idempotencyKey: key?.gatewayKey))
        return ServiceResult("done", [("setup_intent", intent.withoutSecret)])
    }

    private static let retrieveSetup = ServiceCall(
        "retrieve_setup_intent", .get, "setup_intents/{id}", .read, "retrieves a SetupIntent", members: [setupMember]
    ) { desk, input, _ in
        ServiceResult(
            "done", [("setup_intent", try await desk.terminal.retrieveSetupIntent(id: input.id).withoutSecret)])
    }

    private static let processSetup = ServiceCall(
        "process_setup_intent", .post, "setup_intents/{id}/process", .sell, "collects a card and saves it",
        repetition: .lookedUp, fields: [ServiceField.allowRedisplay.required, ServiceField.timeout],
        outcomes: ["saved", "declined", "canceled", "unknown", "stored_offline"],
        members: [setupMember, .optional("decline", .object("decline")), .optional("canceled_by", .text)]
    ) { desk, input, _ in
        let intent = try await desk.terminal.retrieveSetupIntent(id: input.id)
        return ServiceResult(
            try await desk.atReader(input.id) { handle in
                try await desk.terminal.processSetupIntent(
                    intent, allowRedisplay: input.allowRedisplay, total: input.timeout, cancelable: handle)
            })
    }

    private static let cancelSetup = ServiceCall(
        "cancel_setup_intent", .post, "setup_intents/{id}/cancel", .sell,
        "cancels a SetupIntent, so that no card is saved with it any more", repetition: .continued(nil),
        outcomes: ["canceled"], members: [setupMember]
    ) { desk, input, _ in
        let intent = try await desk.terminal.retrieveSetupIntent(id: input.id)
        if intent.status == .canceled { return ServiceResult("canceled", [("setup_intent", intent.withoutSecret)]) }
        return ServiceResult(
            "canceled", [("setup_intent", try await desk.terminal.cancelSetupIntent(intent).withoutSecret)])
    }
}
