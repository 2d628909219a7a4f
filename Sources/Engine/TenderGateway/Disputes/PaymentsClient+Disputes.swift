public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// What cardholders dispute, and the warnings before.
///
/// `MoneyCall.disputeSubmission` and `MoneyCall.disputeClosing` do what cannot be undone, under keys of the journal.
extension PaymentsClient {
    private static let disputes = "/v1/disputes"
    private static let disputeKind = "dispute"
    private static let warnings = "/v1/radar/early_fraud_warnings"

    /// Retrieves a dispute.
    public func retrieveDispute(_ id: String) async throws(GatewayError) -> Dispute {
        try await exchange(.get, Self.disputes, id: id, kind: Self.disputeKind, to: "read a dispute")
    }

    /// Lists disputes, newest first: all of them, or those of a charge or a payment.
    public func listDisputes(
        charge: String? = nil, paymentIntent: String? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<Dispute> {
        var form = FormParameters()
        form.add("charge", try charge?.checkedID())
        form.add("payment_intent", try paymentIntent?.checkedID())
        return try await page(Self.disputes, query, form, to: "list disputes")
    }

    /// Saves evidence without submitting it: the bank sees nothing of it yet, and it can be changed.
    ///
    /// - Parameter evidence: The pieces to save; an empty text removes one.
    public func saveDisputeEvidence(
        _ id: String, _ evidence: DisputeEvidence, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> Dispute {
        var form = FormParameters()
        form.add(evidence)
        form.add("submit", false)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.disputes, id: id, "", form, key: key, kind: Self.disputeKind, to: "save evidence")
    }

    /// Submits the evidence about a dispute to the bank, once per key and for good; the program keeps the key.
    ///
    /// `Terminal.perform(.disputeSubmission(…))` keeps the key itself.
    ///
    /// - Parameter evidence: What is added to the evidence that was saved before.
    public func submitDisputeEvidence(
        _ id: String, _ evidence: DisputeEvidence = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> Dispute {
        try await perform(.disputeSubmission(id, evidence: evidence), key: key).decode()
    }

    /// Accepts a dispute as lost, once per key and for good; the program keeps the key.
    ///
    /// `Terminal.perform(.disputeClosing(…))` keeps the key itself.
    public func closeDispute(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> Dispute {
        try await perform(.disputeClosing(id), key: key).decode()
    }

    /// Retrieves an issuer's warning.
    public func retrieveEarlyFraudWarning(_ id: String) async throws(GatewayError) -> EarlyFraudWarning {
        try await exchange(
            .get, Self.warnings, id: id, kind: "radar.early_fraud_warning", to: "read a warning")
    }

    /// Lists issuers' warnings, newest first: all of them, or those about a charge or a payment.
    public func listEarlyFraudWarnings(
        charge: String? = nil, paymentIntent: String? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<EarlyFraudWarning> {
        var form = FormParameters()
        form.add("charge", try charge?.checkedID())
        form.add("payment_intent", try paymentIntent?.checkedID())
        return try await page(Self.warnings, query, form, to: "list warnings")
    }
}

extension FormParameters {
    /// Adds evidence about a dispute.
    mutating func add(_ evidence: DisputeEvidence) {
        for (name, text) in evidence.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            add("evidence[\(name.rawValue)]", text)
        }
    }
}
