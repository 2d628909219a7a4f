import TenderFlow
import TenderModel

/// What an application called a command with, beyond what the machine must know of it.
struct CommandCall: Sendable {
    /// The intent, as the application holds it.
    var intent: PaymentIntent?
    /// The secret of the intent that is read.
    var clientSecret: ClientSecret?
    /// Which part of a list is wanted.
    var query: ListQuery?
    /// How readers are looked for.
    var search: ReaderSearch?
}

/// The answer to a command, with the objects that belong to it at that moment.
struct CommandReply: Sendable {
    let answer: TerminalMachine.Answer
    /// What is kept of the payment.
    var file: PaymentFile?
    /// What a request made.
    var object: (any Sendable)?
    /// The last error of a request.
    var error: GatewayError?
    /// The reader that is connected; or why the last opening failed.
    var reader: Reader?
    var connectError: TenderError?

    init(
        _ answer: TerminalMachine.Answer, files: [String: PaymentFile], objects: [Int: any Sendable],
        errors: [Int: GatewayError]
    ) {
        self.answer = answer
        switch answer {
        case .payment(let answer), .stop(_, let answer): file = files[answer.terms.intentID]
        case .made(let request, _), .notMade(_, _, let request, _), .refused(.canceled(let request)):
            object = objects[request]
            error = errors[request]
        case .done, .stoppedBefore, .nothingToStop, .madeBefore, .unknown, .local, .refund, .call, .offlineStatus,
            .refused:
            break
        }
    }

    /// The answer of a command on a payment; nil for any other.
    var payment: PaymentReport? { if case .payment(let answer) = answer { PaymentReport(answer, file) } else { nil } }

    /// How the cancel of a command ended.
    var cancelResult: CancelResult {
        switch answer {
        case .stop(let result, let answer): PaymentReport(answer, file).cancelResult(result)
        case .stoppedBefore: .canceled(by: .application)
        case .done, .payment, .nothingToStop, .made, .madeBefore, .unknown, .notMade, .local, .refund, .call,
            .offlineStatus, .refused:
            .notCancellable(nil)
        }
    }
}
