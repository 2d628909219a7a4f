/// How a card was read.
public enum ReadMethod: OpenEnum {
    /// `contact_emv`.
    case contactEmv
    /// `contactless_emv`.
    case contactlessEmv
    /// `contactless_magstripe_mode`.
    case contactlessMagstripeMode
    /// `magnetic_stripe_fallback`.
    case magneticStripeFallback
    /// `magnetic_stripe_track2`.
    case magneticStripeTrack2
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [ReadMethod] = [
        .contactEmv,
        .contactlessEmv,
        .contactlessMagstripeMode,
        .magneticStripeFallback,
        .magneticStripeTrack2,
    ]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .contactEmv: "contact_emv"
        case .contactlessEmv: "contactless_emv"
        case .contactlessMagstripeMode: "contactless_magstripe_mode"
        case .magneticStripeFallback: "magnetic_stripe_fallback"
        case .magneticStripeTrack2: "magnetic_stripe_track2"
        case .unknown(let value): value
        }
    }
}
