/// What a customer is asked about: an application of a card.
public struct ApplicationName: Hashable, Sendable {
    /// The identifier.
    public let identifier: [UInt8]
    /// The name as bytes of a part of ISO 8859; the identifier has to do if it is empty.
    public let name: [UInt8]
    /// The part of ISO 8859; `nil` if the name has letters that are the same in all.
    public let codeTable: UInt8?
}
