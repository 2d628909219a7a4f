/// A value behind a pointer, so that rows without one stay small.
indirect enum Boxed<Value: Codable & Sendable>: Codable, Sendable {
    case some(Value)

    var value: Value {
        switch self {
        case .some(let value): value
        }
    }

    init(_ value: Value) { self = .some(value) }

    init(from decoder: any Decoder) throws { self = .some(try Value(from: decoder)) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
