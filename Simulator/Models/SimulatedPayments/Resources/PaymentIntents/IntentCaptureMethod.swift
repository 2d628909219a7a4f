enum IntentCaptureMethod: String, Codable, CaseIterable {
    case automatic
    case automaticAsync = "automatic_async"
    case manual
}

/// The value of `payment_method_options[card_present][capture_method]`.
enum CardPresentCaptureMethod: String, Codable, CaseIterable {
    case manual
    case manualPreferred = "manual_preferred"
}
