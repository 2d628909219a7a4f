import TenderFlow

// What was decided about a hold.

extension RecordWriter {
    mutating func write(_ rule: HoldRule) {
        write(tag: rule.action)
        switch rule.moment {
        case .olderThan(let seconds):
            write(byte: 1)
            write(seconds)
        case .endsWithin(let seconds):
            write(byte: 2)
            write(seconds)
        }
    }
}

extension RecordReader {
    mutating func holdRule() throws(RecordError) -> HoldRule {
        let action: HoldRule.Action = try tag("hold action")
        switch try byte() {
        case 1: return HoldRule(action, .olderThan(try int64("hold time")))
        case 2: return HoldRule(action, .endsWithin(try int64("hold time")))
        case let other: throw .unknownCase(field: "hold moment", tag: other)
        }
    }
}
