enum IntentStatus: String, Codable {
    case requiresPaymentMethod = "requires_payment_method"
    case requiresConfirmation = "requires_confirmation"
    case requiresAction = "requires_action"
    case requiresCapture = "requires_capture"
    case processing, succeeded, canceled

    /// Whether a card may still be attached and confirmed.
    var isOpen: Bool { self == .requiresPaymentMethod || self == .requiresConfirmation || self == .requiresAction }
}
