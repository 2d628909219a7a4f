import CommandLineOptions
import Tender

/// A wait for payments that earlier processes left to be resolved, no longer than a command may take.
enum Waiting {
    static let option = Option(
        "timeout", "SECONDS", "how long to ask the gateway", as: .seconds(in: 1...86_400), default: .seconds(30))

    /// Short pauses: a person waits.
    ///
    /// Shown first, recorded then: what could not be printed stays listed.
    static let policy = PaymentPolicy(
        maximumAsks: 3, longestPause: .seconds(1), unknownPause: .seconds(4), claimsOnReturn: false
    )

    /// Waits until `work` is done, or until the time is up.
    static func bounded(_ arguments: Arguments, _ work: @escaping @Sendable () async -> Void) async {
        let limit = arguments[option]
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work() }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
