import TenderFlow
import TenderModel

/// A plain case as one byte of a record; a number once given to a case is never given to another.
protocol RecordTag: CaseIterable {
    var recordTag: UInt8 { get }
}

extension RecordWriter {
    mutating func write(tag value: some RecordTag) { write(byte: value.recordTag) }
}

extension RecordReader {
    mutating func tag<Value: RecordTag>(_ field: String) throws(RecordError) -> Value {
        let tag = try byte()
        guard let value = Value.allCases.first(where: { $0.recordTag == tag }) else {
            throw .unknownCase(field: field, tag: tag)
        }
        return value
    }
}

extension CancelMode: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .stop: 1
        case .reverseIfApproved: 2
        }
    }
}

extension CancelOrigin: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .application: 1
        case .customer: 2
        case .deadline: 3
        case .engine: 4
        case .gateway: 5
        }
    }
}

extension GatewayReply.Refusal: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .unexpectedState: 1
        case .notFound: 2
        case .keyInUse: 3
        case .keyMismatch: 4
        case .rateLimited: 5
        case .unauthorized: 6
        case .invalid: 7
        case .notConnected: 8
        }
    }
}

extension UnknownOutcome.Reason: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .noAnswer: 1
        case .answerMismatch: 2
        case .intentMissing: 3
        case .refused: 4
        case .notRecorded: 5
        }
    }
}

extension RequestMachine.Result: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .succeeded: 1
        case .notExecuted: 2
        case .unknown: 3
        case .journalUnavailable: 4
        }
    }
}

extension MoneyCall.Kind: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .transfer: 1
        case .transferReversal: 2
        case .payout: 3
        case .paymentLink: 4
        case .checkoutSession: 5
        case .payoutCancellation: 6
        case .paymentLinkDeactivation: 7
        case .checkoutSessionExpiry: 8
        case .checkoutPayment: 9
        case .disputeSubmission: 10
        case .disputeClosing: 11
        case .payoutReversal: 12
        case .refundCancellation: 13
        }
    }
}

extension HoldRule.Action: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .release: 1
        case .capture: 2
        }
    }
}
