import Glibc
import Tender
import TenderPrinting
import TenderSale
import TillScreens

/// The printer and the drawer; nobody waits for them.
actor PrintDesk {
    private let queue: PrintQueue?
    private let settings: PrinterSettings
    private let line: TillLine
    private var jobs = 0
    private var waiting: Set<String> = []

    init(_ address: PrinterAddress?, settings: PrinterSettings, line: TillLine) {
        self.settings = settings
        self.line = line
        queue = address.map { address in
            PrintQueue(asksStatus: Self.answers(address), drawerPin: settings.drawerPin) {
                () throws(TransportError) in try await PrinterConnection.open(address)
            }
        }
    }

    /// Reports the printer's condition, until the queue ends.
    func listen() async {
        guard let queue else { return line.tell(.printer(.none)) }
        let updates = await queue.updates()
        line.tell(.printer(.ready))
        for await update in updates {
            take(update)
            // Whoever wants it after all prints it from the journal.
            if case .job(let id, .notPrinted) = update { _ = await queue.discard(id) }
        }
    }

    func print(_ receipt: Receipt, isReprint: Bool) async {
        guard let queue else { return }
        let lines = ReceiptLayout(width: settings.width, isReprint: isReprint).lines(of: receipt)
        jobs += 1
        await queue.add(.init(id: String(jobs), bytes: ESCPOSDocument(lines, settings: settings).bytes))
    }

    func openDrawer(for event: String) async { await queue?.openDrawer(for: event) }

    private func take(_ update: PrintQueue.Update) {
        switch update {
        case .job(let id, .waiting), .job(let id, .printing):
            waiting.insert(id)
            line.tell(.printer(.waiting(waiting.count)))
        case .job(let id, .sent):
            waiting.remove(id)
            line.tell(.printer(waiting.isEmpty ? .ready : .waiting(waiting.count)))
        case .job(let id, .notPrinted(let problem, _)):
            waiting.remove(id)
            line.tell(.printer(.failed(problem.description)))
        case .drawer(_, let problem?): line.tell(.failed("the drawer was not opened: \(problem)"))
        case .drawer(_, nil): break
        }
    }

    /// Returns whether a printer answers; a plain file does not.
    private static func answers(_ address: PrinterAddress) -> Bool {
        guard case .file(let path) = address else { return true }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }
}
