public import TenderModel

extension TerminalMachine {
    /// The inputs of a terminal.
    public enum Event: Hashable, Sendable, Codable {
        // From the application.

        /// The process begins, and takes over what earlier ones left.
        case started
        /// The application sends a command.
        indirect case command(CommandID, TerminalMachine.Command)
        /// A command is to be stopped; with the command that waits for the answer to that, if any.
        case cancel(CommandID, CancelMode, by: CommandID?)

        // From the reader.

        /// The search for readers ended by itself or was stopped.
        case discoveryEnded(Serial)
        /// A reader is open and describes itself.
        indirect case opened(Serial, Reader)
        /// A reader could not be opened.
        case openFailed(Serial)
        /// A reader is closed, or its opening has ended.
        case closed(Serial)
        /// An open reader sent an event.
        indirect case readerTold(Serial, ReaderEvent)
        /// A card was read; its payload waits in the shell under the errand; with the tip that was chosen, and whether
        /// the card waits in the reader for its issuer's answer.
        indirect case collected(Errand, CardDetails, tip: Amount? = nil, awaitsIssuer: Bool = false)
        /// A card that waited in the reader has its last word, and the reader is idle again.
        case concluded(Errand, CardWord)
        /// The reader restarts, or does not for this reason.
        indirect case rebooted(Errand, ReaderError?)
        /// So many percent of an update are installed.
        case updateProgressed(Errand, Int)
        /// An update is installed.
        case updateInstalled(Errand)
        /// A card that does not pay was read; what it has waits in the shell under the errand.
        case dataCollected(Errand)
        /// The reader is idle again without a card.
        case notCollected(Errand, ReaderError)

        /// The customer answered about a surcharge or a conversion, or the reader cannot ask.
        indirect case consentAnswered(Errand, ConsentAnswer)

        // From the gateway.

        /// An exchange of a payment ended, or the one that creates a stored payment's PaymentIntent.
        indirect case answered(Errand, GatewayReply)
        /// An exchange of a request outside a payment ended.
        indirect case requestAnswered(Errand, RequestReply)
        /// A search for a stored payment's PaymentIntent ended.
        indirect case searched(Errand, IntentSearch)

        // From the journal.

        /// A record is on disk, or could not be written.
        case appended(Errand, JournalError?)
        /// The records of one payment were read.
        indirect case history(Errand, PaymentHistory?)
        /// The records of several payments were read.
        case histories(Errand, [PaymentHistory])
        /// What is held according to the journal, at this moment.
        case holds(Errand, [Hold], Stamp)
        /// The journal could not be read.
        case unreadable(Errand, JournalError)
        /// Stored card data was read, and waits in the shell under the errand; or there is something wrong with it.
        case payloadRead(Errand, PayloadReading)

        // From the clock.

        /// A timer expired.
        case timerFired(Errand)
    }

    /// The result of an exchange of a request outside a payment.
    public struct RequestReply: Hashable, Sendable, Codable {
        /// The fate of the request.
        public var reply: RequestMachine.Reply
        /// What it created, if the exchange returned it.
        public var made: Made?
        /// What it reveals about the connection to the gateway; `nil` if nothing.
        public var network: OfflineStatus.Network?
        /// What the error of the exchange means for whoever forwards what was stored; `nil` without an error.
        @Apart public var failure: GatewayReply?

        /// Creates a reply.
        public init(
            _ reply: RequestMachine.Reply, _ made: Made? = nil, network: OfflineStatus.Network?,
            failure: GatewayReply? = nil
        ) {
            self.reply = reply
            self.made = made
            self.network = network
            self.failure = failure
        }
    }

    /// What a request created, as facts.
    public indirect enum Made: Hashable, Sendable, Codable {
        /// A PaymentIntent.
        case intent(KnownIntent)
        /// A refund and its status.
        case refund(String, RefundStatus)
        /// The object that a call created.
        case object(String)
        /// The object that a call created, and that the gateway has not decided yet.
        case pending(String)
        /// A SetupIntent.
        case setup(SetupFacts)
        /// Something that affects no decision, such as a list.
        case other

        /// Returns the end of the request, as it is recorded.
        ///
        /// A pending refund has refunded nothing yet, and a failed one never will.
        func end(_ result: RequestMachine.Result) -> RequestEnd {
            switch self {
            case .refund(let id, let status):
                RequestEnd(result == .succeeded ? status.result : result, object: id)
            case .object(let id): RequestEnd(result, object: id)
            case .pending(let id): RequestEnd(result == .succeeded ? .unknown : result, object: id)
            case .setup(let facts):
                RequestEnd(result, object: result == .succeeded ? facts.generatedCard ?? facts.id : nil)
            case .intent, .other: RequestEnd(result)
            }
        }

        /// Whether the gateway has accepted it but not told how it ends.
        var isPending: Bool {
            switch self {
            case .refund(_, let status): status.result == .unknown
            case .pending: true
            case .object, .setup, .intent, .other: false
            }
        }
    }
}

extension RefundStatus {
    var result: RequestMachine.Result {
        switch self {
        case .succeeded: .succeeded
        case .failed, .canceled: .notExecuted
        case .pending, .requiresAction, .unknown: .unknown
        }
    }
}
