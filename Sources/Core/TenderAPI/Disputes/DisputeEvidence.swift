import TenderModel

/// What a merchant says about a disputed charge: texts, and the ids of files.
public typealias DisputeEvidence = [DisputeEvidenceName: String]

/// One piece of evidence, named as the API does.
public enum DisputeEvidenceName: String, Hashable, Sendable, Codable, CaseIterable {
    /// What the customer did at the shop's site.
    case accessActivityLog = "access_activity_log"
    /// Where the bill went.
    case billingAddress = "billing_address"
    /// A file with the terms of a cancellation.
    case cancellationPolicy = "cancellation_policy"
    /// How the customer was shown those terms.
    case cancellationPolicyDisclosure = "cancellation_policy_disclosure"
    /// Why a subscription was not canceled.
    case cancellationRebuttal = "cancellation_rebuttal"
    /// A file with what was said and written.
    case customerCommunication = "customer_communication"
    /// The customer's address for mail.
    case customerEmailAddress = "customer_email_address"
    /// The customer's name.
    case customerName = "customer_name"
    /// Where the purchase came from, in the network.
    case customerPurchaseIP = "customer_purchase_ip"
    /// A file with the customer's signature.
    case customerSignature = "customer_signature"
    /// A file that tells two charges apart.
    case duplicateChargeDocumentation = "duplicate_charge_documentation"
    /// Why two charges are two purchases.
    case duplicateChargeExplanation = "duplicate_charge_explanation"
    /// The other charge.
    case duplicateChargeID = "duplicate_charge_id"
    /// What was sold.
    case productDescription = "product_description"
    /// A file with the receipt.
    case receipt
    /// A file with the terms of a refund.
    case refundPolicy = "refund_policy"
    /// How the customer was shown those terms.
    case refundPolicyDisclosure = "refund_policy_disclosure"
    /// Why nothing was refunded.
    case refundRefusalExplanation = "refund_refusal_explanation"
    /// When a service was done.
    case serviceDate = "service_date"
    /// A file about the service.
    case serviceDocumentation = "service_documentation"
    /// Where the goods went.
    case shippingAddress = "shipping_address"
    /// Who took them there.
    case shippingCarrier = "shipping_carrier"
    /// When they left.
    case shippingDate = "shipping_date"
    /// A file about the delivery.
    case shippingDocumentation = "shipping_documentation"
    /// The number of the delivery.
    case shippingTrackingNumber = "shipping_tracking_number"
    /// Any other file.
    case uncategorizedFile = "uncategorized_file"
    /// Anything else to say.
    case uncategorizedText = "uncategorized_text"
}

/// The evidence as the API writes it: null where there is none, and beside it what has no name here.
struct WrittenEvidence: Hashable, Sendable, Codable {
    var evidence: DisputeEvidence

    init(_ evidence: DisputeEvidence = [:]) { self.evidence = evidence }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        evidence = [:]
        for name in DisputeEvidenceName.allCases {
            let key = Name(stringValue: name.rawValue)
            // A file may come expanded; only its id is kept.
            evidence[name] = try members.decodeIDIfPresent(forKey: key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        for (name, text) in evidence { try members.encode(text, forKey: Name(stringValue: name.rawValue)) }
    }
}
