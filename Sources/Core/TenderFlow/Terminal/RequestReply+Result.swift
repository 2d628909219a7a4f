public import TenderModel

extension TerminalMachine.RequestReply {
    /// Interprets the result of an exchange: the object's facts, nothing for a search without a match, or the error's
    /// meaning.
    public init(_ result: Result<TerminalMachine.Made?, GatewayError>) {
        switch result {
        case .success(let made?): self.init(.succeeded, made, network: .online)
        case .success(nil): self.init(.notFound, network: .online)
        case .failure(let error):
            let failure = GatewayReply(error)
            self.init(RequestMachine.Reply(error), network: failure.network, failure: failure)
        }
    }
}

extension IntentSearch {
    /// Creates the result of a search.
    public init(_ intent: PaymentIntent?) { self = intent.map { .intent(IntentFacts($0)) } ?? .nothing }

    /// Interprets an error for a search.
    ///
    /// A till without a secret key cannot list; it is protected by the key under which the PaymentIntent is created.
    public init(_ error: GatewayError) { self = error.code == .notAvailable ? .nothing : .failed(GatewayReply(error)) }
}

extension SetupCreation {
    /// Interprets the result of an exchange that was to create a SetupIntent.
    init(_ reply: TerminalMachine.RequestReply) {
        if reply.reply == .succeeded, case .setup(let facts)? = reply.made {
            self = .setup(facts)
        } else {
            self = .failed(reply.failure ?? .noAnswer)
        }
    }
}
