import CommandLineOptions
import Tender

/// The command that examines a chip card reader and the card in it.
enum ReaderProbeCommand: Command {
    static let name = "reader probe"
    static let summary = "examine a USB chip reader: firmware, slots, and the card's answer to reset, explained"
    static let operands: [any DeclaredOperand] = [ChipReaderAccess.reader]
    private static let wait = Option(flag: "wait", "wait until the reader is plugged in")
    static let options: [any DeclaredOption] = [wait, Output.json]
    static let notes = "READER is usb for the first chip reader, or usb:ID as tender readers tells it."

    private struct Report: Encodable {
        var outcome = "done"
        var reader: ListedReader
        var firmware: String
        var driver: [String]
        var slots: [Slot]
    }

    private struct Slot: Encodable {
        var slot: Int
        var card: String
        var atr: String?
        var explanation: [String] = []
        var problem: String?
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let report = try await ChipReaderAccess.with(arguments[ChipReaderAccess.reader], waits: arguments[Self.wait]) {
            reader in
            try await look(at: reader)
        }
        tell(report, output)
        output.object(report)
        return .done
    }

    private static func look(at reader: CCIDCardReader) async throws -> Report {
        let interface = reader.driver.interface
        let version = interface.deviceVersion
        var slots: [Slot] = []
        for slot in 0...Int(reader.driver.plan.descriptor.maximumSlotIndex) {
            slots.append(try await look(at: reader.driver, slot))
        }
        return Report(
            reader: ListedReader(reader.reader), firmware: "\(version >> 8).\(Hex.encode([UInt8(version & 0xFF)]))",
            driver: ["level: \(reader.driver.plan.level.rawValue)"], slots: slots)
    }

    private static func look(at driver: CCIDReader, _ slot: Int) async throws -> Slot {
        guard try await driver.presence(slot: slot).isPresent else { return Slot(slot: slot, card: "absent") }
        do throws(CCIDError) {
            let (atr, _) = try await driver.powerOn(slot: slot)
            return Slot(
                slot: slot, card: "present", atr: Hex.encode(atr.bytes), explanation: atr.explanation)
        } catch {
            return Slot(slot: slot, card: "present", problem: error.sentence)
        }
    }

    private static func tell(_ report: Report, _ output: Output) {
        output.line("\(report.reader.model), version \(report.firmware)")
        report.driver.forEach { output.line("  " + $0) }
        for slot in report.slots {
            output.line("Slot \(slot.slot): card \(slot.card)")
            if let problem = slot.problem { output.line("  " + problem) }
            if let atr = slot.atr { output.line("  answer to reset \(atr)") }
            slot.explanation.forEach { output.line("  " + $0) }
        }
    }
}
