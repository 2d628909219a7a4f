public import TenderBytes
import TenderHTTP

/// The contract between a till and the merchant's server as a series of checks, which any server can run on itself.
///
/// No card is charged: the checks create intents that nobody pays, and cancel them. Use a test key all the same.
public struct BackendContract: Sendable {
    /// What a check found.
    public enum Finding: Hashable, Sendable {
        /// The server keeps this part of the contract.
        case kept
        /// The server answers 403, or refuses a surcharge or a conversion: it does not have, or not allow, this.
        case notOffered
        /// The server breaks the contract; a sentence says how.
        case broken(String)
    }

    /// A check that was made.
    public struct Check: Hashable, Sendable {
        /// The part of the contract, as a sentence.
        public let title: String
        /// What it found.
        public let finding: Finding
    }

    let link: ContractLink
    let currency: String

    /// Prepares the checks of a server; sends nothing yet.
    ///
    /// - Parameters:
    ///   - url: The server's address.
    ///   - token: A till's token.
    ///   - currency: A currency of which the server takes one unit or more, such as `eur`.
    ///   - caBundle: A PEM file of further certificate authorities.
    /// - Throws: `BackendServerError` if the address cannot be used.
    public init(
        url: String, token: SecretBytes, currency: String = "eur", caBundle: String? = nil
    ) throws(BackendServerError) {
        link = try ContractLink(url: url, token: token, caBundle: caBundle)
        self.currency = currency
    }

    /// Makes all checks, one after the other; `report` receives each as it is made.
    public func run(_ report: (Check) -> Void = { _ in }) async -> [Check] {
        var checks: [Check] = []
        for (title, check) in Self.all {
            let finding: Finding
            do throws(Broken) {
                try await check(self)
                finding = .kept
            } catch {
                finding = error.isOffered ? .broken(error.sentence) : .notOffered
            }
            let made = Check(title: title, finding: finding)
            checks.append(made)
            report(made)
        }
        return checks
    }

    typealias Part = @Sendable (BackendContract) async throws(Broken) -> Void

    /// How an answer breaks the contract, or that the call is not offered.
    struct Broken: Error {
        let sentence: String
        var isOffered = true

        init(_ sentence: String) { self.sentence = sentence }

        static var notOffered: Broken {
            var broken = Broken("")
            broken.isOffered = false
            return broken
        }
    }
}
