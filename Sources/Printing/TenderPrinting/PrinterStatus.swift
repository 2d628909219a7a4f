/// The state of a printer, as far as it reports it: silence is an answer of its own, and never means that something is
/// wrong.
public struct PrinterStatus: Hashable, Sendable {
    /// An answer with a third value.
    public enum Answer: String, Hashable, Sendable {
        /// Yes.
        case yes
        /// No.
        case no
        /// The printer sent nothing, or nothing that makes sense.
        case cannotTell
    }

    /// The amount of paper left.
    public enum Paper: String, Hashable, Sendable {
        /// Enough.
        case present
        /// Nearly out.
        case low
        /// None.
        case out
        /// The printer sent nothing, or nothing that makes sense.
        case cannotTell
    }

    /// A status request: the parameter of DLE EOT.
    public enum Request: UInt8, Hashable, Sendable, CaseIterable {
        /// Whether it prints, and the drawer's pin.
        case printer = 1
        /// The reason that it does not print.
        case offlineCause = 2
        /// The paper.
        case paper = 4
    }

    /// Whether it accepts data.
    public var isOnline = Answer.cannotTell
    /// Whether its cover is open.
    public var isCoverOpen = Answer.cannotTell
    /// Whether an error stops it, such as a jammed cutter.
    public var hasError = Answer.cannotTell
    /// The paper.
    public var paper = Paper.cannotTell
    /// Whether the pin of the drawer's switch is high; what that means depends on the drawer.
    public var isDrawerPinHigh = Answer.cannotTell

    /// Creates an unknown status.
    public init() {}

    /// Updates the status from an answer; one with wrong fixed bits is ignored.
    ///
    /// - Parameters:
    ///   - answer: The byte; `nil` when none came.
    ///   - request: The request that it answers.
    public mutating func learn(_ answer: UInt8?, of request: Request) {
        // Bits 1 and 4 are always one, bits 0 and 7 always zero.
        let byte = answer.flatMap { $0 & 0x93 == 0x12 ? $0 : nil }
        switch request {
        case .printer:
            isOnline = Self.answer(byte, 0x08).inverse
            isDrawerPinHigh = Self.answer(byte, 0x04)
        case .offlineCause:
            isCoverOpen = Self.answer(byte, 0x04)
            hasError = Self.answer(byte, 0x40)
            if let byte, byte & 0x20 != 0 { paper = .out }
        case .paper:
            guard let byte else {
                if paper != .out { paper = .cannotTell }
                return
            }
            paper = byte & 0x60 != 0 ? .out : byte & 0x0C != 0 ? .low : .present
        }
    }

    /// The reason that nothing can be printed; `nil` when none is known.
    public var obstacle: PrintProblem? {
        if paper == .out { return .paperOut }
        if isCoverOpen == .yes { return .coverOpen }
        if hasError == .yes { return .printerError }
        return isOnline == .no ? .offline : nil
    }

    private static func answer(_ byte: UInt8?, _ bit: UInt8) -> Answer {
        byte.map { $0 & bit != 0 ? .yes : .no } ?? .cannotTell
    }
}

extension PrinterStatus.Answer {
    fileprivate var inverse: Self {
        switch self {
        case .yes: .no
        case .no: .yes
        case .cannotTell: .cannotTell
        }
    }
}
