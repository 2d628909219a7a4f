import Tender

/// A collector of a semi-integrated terminal's messages during a sale: its progress, at once, and its receipts, for the
/// end.
final class TerminalNotices: Sendable {
    private let seen = Guarded<[ZVTReceipt]>([])
    private let listening: Task<Void, Never>

    init(_ notices: AsyncStream<ZVTTerminal.Notice>, _ output: Output) {
        let seen = seen
        listening = Task {
            for await notice in notices {
                switch notice {
                case .progress(let progress): output.line("  terminal  \(progress.sentence)")
                case .receipt(let receipt): seen.withLock { $0.append(receipt) }
                }
            }
        }
    }

    deinit { listening.cancel() }

    /// The receipts that the terminal sent for printing.
    var receipts: [ZVTReceipt] { seen.withLock { $0 } }
}
