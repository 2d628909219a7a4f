import TenderModel

/// Cards that are saved at a reader.
extension ResourceContext {
    mutating func processSetupIntent(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        let id = call.parameters.text("setup_intent") ?? ""
        let intent = try findDocument("setup_intent", named: id, param: "setup_intent", call)
        guard Self.isReadyForReader(intent) else { throw Self.notReady(intent) }
        let content = Self.shown(["setup_intent", "process_config"], of: call)
        return try start(ReaderAction(.processSetupIntent, content), on: &reader, call).answer()
    }

    private static func isReadyForReader(_ intent: Document) -> Bool {
        guard case .array(let types)? = intent["payment_method_types"] else { return false }
        return intent["status"] == "requires_payment_method" && types.contains("card_present")
    }

    private static func notReady(_ intent: Document) -> APIFailure {
        var failure = APIFailure.refused(
            "Setup intent must be in the requires_payment_method state, with card_present among its "
                + "payment_method_types, to be processed by a reader.",
            code: "intent_invalid_state")
        failure.setupIntent = intent.id
        return failure
    }

    mutating func setUp(_ waiting: ReaderAction, at reader: inout Document, _ call: Call) throws(APIFailure) {
        var action = waiting
        guard let intent = action.content["setup_intent"]?.text.flatMap({ documents[$0] }) else { return }
        try Self.refuseTip(call.parameters)
        let number = try PresentedCard.number(call.parameters, default: PresentedCard.standard)
        let method = try method(of: PresentedCard.payload(number, 0, .usd), at: reader, call)
        do throws(APIFailure) {
            guard Self.isReadyForReader(intent) else { throw Self.notReady(intent) }
            guard method.canBeSaved else {
                throw .refused("Cards of Interac or eftpos alone cannot be saved.", code: "invalid_card_type")
            }
            action.content["generated_card"] = try complete(intent, with: method, call)
            action.succeed()
        } catch {
            fail(&action, error, call)
        }
        end(action, at: &reader, call)
    }

    /// Lets a SetupIntent succeed with a card that a reader read, or records that the card was declined.
    ///
    /// - Returns: The card to be saved that the presented one stands for.
    private mutating func complete(
        _ intent: Document, with method: PaymentMethodRow, _ call: Call
    ) throws(APIFailure) -> JSONValue {
        var used = method
        used.isUsed = true
        let done = try attemptSetup(intent, with: used, call)
        let attempt = done["latest_attempt"]?.text.flatMap { documents[$0] }
        return attempt?["payment_method_details"]?["card_present"]?["generated_card"] ?? .null
    }
}
