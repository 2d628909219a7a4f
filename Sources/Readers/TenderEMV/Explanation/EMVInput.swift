import TenderBytes

/// What somebody gives to be explained: bytes, or a log of commands and answers.
public enum EMVInput: Hashable, Sendable {
    /// Bytes.
    case bytes([UInt8])
    /// A log.
    case log(APDULog)

    /// The maximum size of what is read.
    public static let largest = 1_048_576

    /// Reads hexadecimal digits (also with spaces, line ends or colons between), Base64, or a log; from a file also the
    /// bytes themselves, if they are no text.
    ///
    /// - Throws: `EMVInputError`.
    public init(reading file: [UInt8]) throws(EMVInputError) {
        guard file.count <= Self.largest else { throw .tooLarge }
        guard file.allSatisfy({ (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }) else {
            self = .bytes(file)
            return
        }
        let log: APDULog
        do throws(APDULog.Unreadable) {
            log = try APDULog(parsing: String(decoding: file, as: UTF8.self))
        } catch {
            throw .unreadableLine(error.line)
        }
        if !log.lines.isEmpty {
            self = .log(log)
            return
        }
        let characters = file.filter { $0 > 0x20 }
        guard !characters.isEmpty else { throw .empty }
        let digits = characters.filter { $0 != UInt8(ascii: ":") }
        guard let bytes = Hex.decode(String(decoding: digits, as: UTF8.self)) ?? Base64.decode(characters) else {
            throw .neither
        }
        self = .bytes(bytes)
    }
}

extension EMVInput: CustomStringConvertible, CustomReflectable {
    /// The size; never the bytes, which may be card data.
    public var description: String {
        switch self {
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .log(let log): "\(log)"
        }
    }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason that a text cannot be explained.
public enum EMVInputError: Error, Hashable, Sendable {
    /// There is nothing in it.
    case empty
    /// It is larger than `EMVInput.largest`.
    case tooLarge
    /// It is neither hexadecimal, nor Base64, nor a log.
    case neither
    /// A line of a log, counted from 1, begins like a command or an answer and is not hexadecimal.
    case unreadableLine(Int)

    /// A human-readable clause, without any of the text.
    public var sentence: String {
        switch self {
        case .empty: "there is nothing in it"
        case .tooLarge: "it has more than \(EMVInput.largest) bytes"
        case .neither: "it is neither hexadecimal digits in pairs, nor Base64, nor a log of commands and answers"
        case .unreadableLine(let line): "line \(line) does not go on with hexadecimal digits in pairs"
        }
    }
}
