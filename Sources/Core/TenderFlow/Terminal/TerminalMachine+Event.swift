public import TenderModel

extension TerminalMachine {
    /// What can happen to a terminal.
    public enum Event: Hashable, Sendable, Codable {
        // The application.

        /// The process begins: what earlier ones left is taken over.
        case started
        /// The application asks for something.
        indirect case command(CommandID, TerminalMachine.Command)
        /// A command is to be stopped; who waits for the answer to that, if anybody does.
        case cancel(CommandID, CancelMode, by: CommandID?)

        // The reader.

        /// The search for readers ended by itself or was stopped.
        case discoveryEnded(Serial)
        /// A reader is open; the reader as it tells itself.
        indirect case opened(Serial, Reader)
        /// A reader could not be opened.
        case openFailed(Serial)
        /// A reader is closed, or its opening has ended.
        case closed(Serial)
        /// An open reader told something.
        indirect case readerTold(Serial, ReaderEvent)
        /// A card was read; its payload waits in the shell under the errand.
        indirect case collected(Errand, CardDetails)
        /// The reader is idle again without a card.
        case notCollected(Errand, ReaderError)

        // The gateway.

        /// An exchange of a payment, or the one that makes a stored payment's PaymentIntent, ended.
        indirect case answered(Errand, GatewayReply)
        /// An exchange of a request beside a payment ended.
        indirect case requestAnswered(Errand, RequestReply)
        /// A search for a stored payment's PaymentIntent ended.
        indirect case searched(Errand, IntentSearch)

        // The journal.

        /// A record is on disk; or why it is not.
        case appended(Errand, JournalError?)
        /// The records of one payment were read.
        indirect case history(Errand, PaymentHistory?)
        /// The records of several payments were read.
        case histories(Errand, [PaymentHistory])
        /// The journal could not be read.
        case unreadable(Errand, JournalError)
        /// Stored card data was read, and waits in the shell under the errand; or what is wrong with it.
        case payloadRead(Errand, PayloadReading)

        // The clock.

        /// A timer ran out.
        case timerFired(Errand)
    }

    /// What an exchange of a request beside a payment told.
    public struct RequestReply: Hashable, Sendable, Codable {
        /// What became of the request.
        public var reply: RequestMachine.Reply
        /// What it made, when that is here.
        public var made: Made?
        /// What it tells of the way to the gateway; nil when it tells nothing.
        public var network: OfflineStatus.Network?

        /// Describes a reply.
        public init(_ reply: RequestMachine.Reply, _ made: Made? = nil, network: OfflineStatus.Network?) {
            self.reply = reply
            self.made = made
            self.network = network
        }
    }

    /// What a request made, in facts.
    public indirect enum Made: Hashable, Sendable, Codable {
        /// A PaymentIntent.
        case intent(KnownIntent)
        /// A refund, and how far it is.
        case refund(String, RefundStatus)
        /// What a call made.
        case object(String)
        /// Something that decides nothing, such as a list.
        case other

        /// How the request ended, as it is recorded.
        ///
        /// A refund that is under way gave nothing back yet, and one that failed never will.
        func end(_ result: RequestMachine.Result) -> RequestEnd {
            switch self {
            case .refund(let id, let status):
                RequestEnd(result == .succeeded ? status.result : result, object: id)
            case .object(let id): RequestEnd(result, object: id)
            case .intent, .other: RequestEnd(result)
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
