/// Why bytes are no JSON document of this API.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: String, Hashable, Sendable {
        /// The document ends too early, or goes on after its end.
        case length = "it ends too early or too late"
        /// A character that cannot stand where it does.
        case character = "a character does not belong there"
        /// Not UTF-8, or half of a surrogate pair.
        case text = "a text is not valid Unicode"
        /// A number with a fraction or an exponent, or none of 64 bits.
        case number = "a number is not a whole one of 64 bits"
        /// Lists and objects in each other, deeper than `JSONValue.maximumDepth`.
        case depth = "it is nested too deeply"
    }

    /// What is wrong.
    public let reason: Reason
    /// How many bytes were read before it was found.
    public let offset: Int

    /// A sentence for people.
    public var description: String { "The JSON cannot be read: \(reason.rawValue) (at byte \(offset))." }
}
