import SimulatedDevices
import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderTerminal
import Testing

/// The journal is opened again after every record of a sale.
@Suite struct ZVTCrashTests {
    @Test func aProcessThatDiesAfterAnyRecordChargesOnce() async throws {
        var faults: [String] = []
        var words: Set<String> = []
        for count in 1...6 {
            let (host, folder) = (SimulatedTerminalHost(), try JournalFolder())
            let dead = try await dyingSale(host, folder, after: count)
            let intent = dead.intent
            // The next process.
            let journal = try await folder.open()
            let shop = ZVTShop(host, journal: journal)
            let before = try await journal.history(of: intent.id)
            if before?.isUnresolved == true {
                let word = try await shop.terminal.resolvePaymentIntent(intent).word
                words.insert(word)
                if word == "approved", host.moved != 1000 { faults.append("\(count): false approval") }
                if word != "approved", word != "unknown", host.moved != 0 {
                    faults.append("\(count): \(word), yet charged")
                }
            } else if host.moved != (before?.approval == nil ? 0 : 1000) {
                faults.append("\(count): resolved as \(String(describing: before?.conclusion))")
            }
            if host.sales > 1 || host.moved > 1000 { faults.append("\(count): twice") }
            await shop.terminal.flushJournal()
            await shop.zvt.stop()
            await journal.close()
            await dead.bury()
        }
        #expect(faults.isEmpty, "\(faults)")
        #expect(words.contains("approved"), "\(words)")
    }

    /// A sale in a process that dies when it would write one more record.
    private func dyingSale(
        _ host: SimulatedTerminalHost, _ folder: JournalFolder, after count: Int
    ) async throws -> DeadProcess {
        let file = try await folder.open()
        let (deaths, death) = AsyncStream.makeStream(of: Void.self)
        let journal = EndingJournal(file, after: count, .death) {
            host.cut()
            death.finish()
        }
        let shop = ZVTShop(host, journal: journal)
        try await shop.connect()
        let intent = try await shop.intent()
        let sale = Task {
            _ = try await shop.sell(intent)
            await shop.terminal.flushJournal()
            death.finish()
        }
        for await _ in deaths {}
        await file.close()
        return DeadProcess(shop: shop, journal: journal, sale: sale, intent: intent)
    }

    /// Another process asks what became of it and never sends it again, also when a person gives the command again.
    @Test(.timeLimit(.minutes(1)), arguments: [TerminalCommand.Kind.capture, .release, .reversal, .refund])
    func aCommandWhoseProcessDiesAfterAnyRecordIsCarriedOutOnce(_ kind: TerminalCommand.Kind) async throws {
        var wrong: [String] = []
        var done = 0
        for count in 0...4 {
            let (host, folder) = (SimulatedTerminalHost(), try JournalFolder())
            let first = try await folder.open()
            let command = try await ZVTCommand(kind, in: ZVTShop(host, journal: first))
            await command.shop.terminal.flushJournal()
            await first.close()
            let dead = try await dying(command, host, folder, after: count)
            let journal = try await folder.open()
            let shop = ZVTShop(host, journal: journal)
            await shop.terminal.waitForRecovery()
            let word = await ZVTCommand(command, in: shop).giveAgain(key: "refund")
            await shop.terminal.flushJournal()
            let times = host.change { $0.times(kind) }
            if times > 1 { wrong.append("\(count): \(times) times") }
            if (word == "done") != (times == 1) { wrong.append("\(count): \(word), and \(times) times") }
            done += times
            let isOpen = try await journal.openPayments().contains { $0.terminal?.undecided != nil }
            if isOpen, times == 1 { wrong.append("\(count): done, and the terminal is blocked") }
            await shop.zvt.stop()
            await journal.close()
            await dead.bury()
        }
        #expect(wrong == [])
        #expect(done == 5)
    }

    /// Without a key of the caller's: whoever was told nothing gives the same refund again, and it is the same.
    @Test(.timeLimit(.minutes(1)), arguments: [TerminalCommand.Kind.reversal, .refund])
    func aRefundThatNobodyWasToldOfIsGivenOnce(_ kind: TerminalCommand.Kind) async throws {
        var wrong: [String] = []
        for count in 0...3 {
            let (host, folder) = (SimulatedTerminalHost(), try JournalFolder())
            let first = try await folder.open()
            let command = try await ZVTCommand(kind, in: ZVTShop(host, journal: first))
            await command.shop.terminal.flushJournal()
            await first.close()
            let dead = try await dying(command, host, folder, after: count, key: nil)
            let journal = try await folder.open()
            let shop = ZVTShop(host, journal: journal)
            await shop.terminal.waitForRecovery()
            let word = await ZVTCommand(command, in: shop).give()
            await shop.terminal.flushJournal()
            let times = host.change { $0.times(kind) }
            if times != 1 { wrong.append("\(count): \(times) times, \(word)") }
            await shop.zvt.stop()
            await journal.close()
            await dead.bury()
        }
        #expect(wrong == [])
    }

    /// A command in a process that dies when it would write one more record.
    private func dying(
        _ command: ZVTCommand, _ host: SimulatedTerminalHost, _ folder: JournalFolder, after count: Int,
        key: String? = "refund"
    ) async throws -> DeadProcess {
        let file = try await folder.open()
        let (deaths, death) = AsyncStream.makeStream(of: Void.self)
        let journal = EndingJournal(file, after: count, .death) {
            host.cut()
            death.finish()
        }
        let shop = ZVTShop(host, journal: journal)
        let work = Task<Void, any Error> {
            _ = await ZVTCommand(command, in: shop).give(key: key)
            await shop.terminal.flushJournal()
            death.finish()
        }
        for await _ in deaths {}
        await file.close()
        return DeadProcess(shop: shop, journal: journal, sale: work, intent: command.about)
    }

    /// What a dead process leaves in this one.
    private struct DeadProcess {
        let shop: ZVTShop
        let journal: EndingJournal
        let sale: Task<Void, any Error>
        let intent: PaymentIntent

        /// Ends what waits for ever, without a word to the payment terminal.
        func bury() async {
            shop.host.setReachable(false)
            journal.release()
            _ = await sale.result
            await shop.zvt.stop()
        }
    }

    @Test func aFullDiskChargesOnceAndTellsTheTruth() async throws {
        var faults: [String] = []
        for count in 0...6 {
            let (host, folder) = (SimulatedTerminalHost(), try JournalFolder())
            let file = try await folder.open()
            let shop = ZVTShop(host, journal: EndingJournal(file, after: count, .failure) {})
            try await shop.connect()
            let intent = try await shop.intent()
            let word: String
            do { word = try await shop.sell(intent).word } catch {
                word = "\((error as? TenderError)?.code.rawValue ?? "?")"
            }
            if host.sales > 1 || host.moved > 1000 { faults.append("\(count): twice") }
            if word == "approved", host.moved != 1000 { faults.append("\(count): false approval") }
            if word != "approved", word != "unknown", host.moved != 0 {
                faults.append("\(count): \(word), yet charged")
            }
            await file.close()
        }
        #expect(faults.isEmpty, "\(faults)")
    }
}

extension SimulatedZVTTerminal {
    /// How often a command of a kind was carried out.
    fileprivate func times(_ kind: TerminalCommand.Kind) -> Int {
        switch kind {
        case .sale: entries.count { $0.kind == .payment }
        case .hold: entries.count { $0.kind == .preauthorization }
        case .capture: entries.count { $0.booked != nil }
        case .release: entries.count { $0.kind == .preauthorization && $0.isReversed }
        case .reversal: entries.count { $0.kind == .payment && $0.isReversed }
        case .refund: entries.count { $0.kind == .refund }
        }
    }
}
