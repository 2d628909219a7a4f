import Tender

extension Terminal {
    /// Creates the terminal of a command that asks for a card at a reader.
    ///
    /// The command claims what it has printed.
    ///
    /// - Parameter language: The language for a customer whose card prefers none that is written; the environment's.
    init(
        at address: ReaderAddress, _ client: PaymentsClient, _ readers: any ReaderSource, _ journal: any Journal,
        offline: OfflineLimits = .none, language: Language = Language()
    ) {
        let isSmart = address.method == .internet
        var policy = isSmart ? InternetReaderGateway.policy : PaymentPolicy()
        policy.claimsOnReturn = false
        self.init(
            configuration: .init(
                gateway: isSmart ? InternetReaderGateway(client) : client, readerSource: readers, journal: journal,
                policy: policy, offline: offline, forwardsByItself: false, customerLanguage: language))
    }
}
