/// The reason that bytes are not a JSON document of this API.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Reason: String, Hashable, Sendable {
        /// The document ends too early, or goes on after its end.
        case length = "it ends too early or too late"
        /// A misplaced character.
        case character = "a character does not belong there"
        /// Not UTF-8, or half of a surrogate pair.
        case text = "a text is not valid Unicode"
        /// A number with a fraction or an exponent, or one beyond 64 bits.
        case number = "a number is not a whole one of 64 bits"
        /// Lists and objects nested deeper than `JSONValue.maximumDepth`.
        case depth = "it is nested too deeply"
    }

    /// The kind of error.
    public let reason: Reason
    /// The number of bytes read before it was found.
    public let offset: Int

    /// A sentence for people to read.
    public var description: String { "The JSON cannot be read: \(reason.rawValue) (at byte \(offset))." }
}
