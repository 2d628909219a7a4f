import TenderService

extension ServiceAnswer {
    /// The JSON object as a caller gets it: one that was given before says so, which HTTP has a header for.
    var text: [UInt8] { isRepeated ? Array("{\"replayed\":true,".utf8) + body.dropFirst() : body }
}
