/// What a call does while the terminal's reader is busy with another payment.
public enum BusyPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Fails at once with `busy`, naming the running command.
    case reject
    /// Waits for its turn, first come first served.
    case queue
    /// Stops the running collection and takes its place; fails with `busy` when it cannot be stopped any more.
    case replace
}
