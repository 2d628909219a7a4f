/// An application and the kernel that runs it, with the limits of contactless payments (EMV Contactless Book A, 5.8).
public struct ContactlessCombination: Hashable, Sendable {
    /// The application, whose identifier, version and data elements count here too.
    public let application: ApplicationProfile
    /// The kernel.
    public let kernel: ContactlessKernel
    /// What the reader has; what is required is decided for each transaction.
    public let qualifiers: TransactionQualifiers
    /// The limit of what is paid without contacts, in the currency's smallest unit; `nil` for none.
    ///
    /// Kernel 3 refuses an amount that reaches it, kernel 2 one above it.
    public let transactionLimit: UInt64?
    /// The same for a device that verifies its holder; kernel 2 only.
    public let deviceTransactionLimit: UInt64?
    /// The limit above which the issuer is asked, in the currency's smallest unit; `nil` for that of the application.
    public let floorLimit: UInt64?
    /// The limit of what is paid without cardholder verification, in the currency's smallest unit; `nil` for none.
    ///
    /// Kernel 3 verifies when an amount reaches it, kernel 2 above it.
    public let verificationLimit: UInt64?
    /// Whether nothing may be paid, which asks whether a card is good.
    public let allowsZeroAmount: Bool
    /// Whether a single unit of the currency asks whether a card is good.
    public let checksStatus: Bool
    /// The acquirer's codes, which kernel 2 uses.
    public let actionCodes: ActionCodes
    /// The place of the application in the configuration.
    let place: Int
}
