/// A bank account in the SEPA area; only the end of its number is kept.
struct BankAccount: Codable {
    /// The bank's reaction to a debit.
    enum Outcome: String, Codable {
        case succeeds, succeedsLater, fails, failsLater, disputed, insufficientFunds, exceedsLimit
    }

    let country: String
    let bankCode: String
    let branchCode: String
    let last4: String
    let fingerprint: String
    let outcome: Outcome
}

extension BankAccount.Outcome {
    /// Whether the bank takes its time.
    var isSlow: Bool { self == .succeedsLater || self == .failsLater }

    var behavior: TestCard.Behavior {
        switch self {
        case .succeeds, .succeedsLater: .approving
        case .fails, .failsLater: Self.refusing("payment_intent_payment_attempt_failed")
        case .insufficientFunds: Self.refusing("insufficient_funds")
        case .exceedsLimit: Self.refusing("charge_exceeds_source_limit")
        case .disputed: TestCard.Behavior(dispute: .debitNotAuthorized)
        }
    }

    private static func refusing(_ code: String) -> TestCard.Behavior {
        TestCard.Behavior(charging: .declined(CardDecline(code: code, declineCode: code)))
    }
}
