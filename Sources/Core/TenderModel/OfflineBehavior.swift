/// What a payment, or the saving of a card, does when the gateway cannot be reached.
public enum OfflineBehavior: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is made online, and offline when nothing of the gateway answers.
    case preferOnline
    /// It is made online or not at all.
    case requireOnline
    /// It is made offline at once, without asking the gateway.
    case forceOffline
}
