/// The reason that a personalisation file is refused; it repeats no value, which may be a PIN.
public enum ChipProfileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file has more than 64 KiB.
    case tooLong
    /// The first setting does not name a card.
    case noCard
    /// There is no card of that name.
    case unknownCard(SimulatedCardError)
    /// A line has a setting that does not exist.
    case unknownSetting(line: Int)
    /// A line has a value that its setting cannot have.
    case invalidValue(line: Int, setting: String)

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .tooLong: "the file has more than \(ChipProfile.fileByteLimit) bytes"
        case .noCard: "the first setting must be the card"
        case .unknownCard(let error): error.description
        case .unknownSetting(let line): "line \(line): there is no such setting"
        case .invalidValue(let line, let setting): "line \(line): \(setting) cannot have this value"
        }
    }
}
