import Foundation
import TenderReaders

/// A line of `ccid-project-readers.tsv`: what a reader says, and what libccid makes of it.
struct ReferenceReader: CustomStringConvertible {
    let name: String
    /// `yes`, `disabled` or `firmware`.
    let use: String
    /// `character`, `tpdu`, `short` or `extended`.
    let level: String
    let pinClaimed: UInt8
    let pin: UInt8
    let interface: USBInterface

    var description: String { name }

    init?(_ line: Substring) {
        let fields = line.split(separator: "\t").map(String.init)
        guard fields.count == 18 else { return nil }
        func number(_ index: Int, _ radix: Int = 10) -> UInt32 { UInt32(fields[index], radix: radix) ?? .max }
        (name, use, level) = (fields[0], fields[15], fields[16])
        (pinClaimed, pin) = (UInt8(number(14)), UInt8(number(17)))
        var interface = ccidInterface(
            features: number(12, 16), protocols: 0, maximumMessage: number(13), fieldSize: number(11),
            slots: UInt8(number(8)) + 1, pin: pinClaimed, voltages: UInt8(number(9)), hasInterrupt: number(7) == 3,
            vendorID: UInt16(number(1, 16)), productID: UInt16(number(2, 16)), version: UInt16(number(3, 16)))
        for place in 0..<4 { interface.extra[6 + place] = UInt8(truncatingIfNeeded: number(10, 16) >> (8 * place)) }
        interface.number = UInt8(number(4))
        interface.interfaceClass = UInt8(number(5, 16))
        interface.interfaceProtocol = UInt8(number(6))
        self.interface = interface
    }

    static func all() throws -> [ReferenceReader] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ccid-project-readers.tsv")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(ReferenceReader.init)
    }
}
