/// The processor's fees on charges.
///
/// Source: the API's public price list for the United States: 2.9 % and 30 cents for a card that is not present, 2.7 %
/// and 5 cents for one that is; 0.8 % and 30 cents, at most 6, for a SEPA debit; 1.4 % and 30 cents for Bancontact; 80
/// cents for iDEAL. Half a cent is rounded up.
enum Fees {
    static let description = "Stripe processing fees"

    static func fee(on amount: Int64, of type: MethodType) -> Int64 {
        switch type {
        case .card: (amount * 29 + 500) / 1000 + 30
        case .cardPresent, .interacPresent: (amount * 27 + 500) / 1000 + 5
        case .sepaDebit: min((amount * 8 + 500) / 1000 + 30, 600)
        case .bancontact: (amount * 14 + 500) / 1000 + 30
        case .ideal: 80
        }
    }
}
