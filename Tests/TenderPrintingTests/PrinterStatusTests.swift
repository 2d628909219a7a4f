import SimulatedPrinter
import TenderPrinting
import Testing

@Suite struct PrinterStatusTests {
    static func status(_ faults: Set<SimulatedPrinter.Fault>) -> PrinterStatus {
        var printer = SimulatedPrinter()
        printer.faults = faults
        var status = PrinterStatus()
        for request in PrinterStatus.Request.allCases {
            status.learn(printer.receive(ESCPOS.ask(request)).first, of: request)
        }
        return status
    }

    @Test func faultsAreTold() {
        let obstacles = [[], [.offline], [.coverOpen], [.paperOut], [.paperLow]].map { Self.status(Set($0)).obstacle }
        #expect(obstacles == [nil, .offline, .coverOpen, .paperOut, nil])
        #expect(Self.status([.paperLow]).paper == .low)
        #expect(Self.status([]).paper == .present)
        #expect(Self.status([]).isOnline == .yes)
        #expect(Self.status([.offline]).isOnline == .no)
    }

    @Test func silenceIsNoFault() {
        let status = Self.status([.mute, .paperOut])
        #expect(status == PrinterStatus())
        #expect(status.obstacle == nil)
        #expect(status.paper == .cannotTell)
        #expect(status.isOnline == .cannotTell)
    }

    @Test func whatIsNoStatusTellsNothing() {
        let told = (UInt8.min...UInt8.max).filter { byte in
            PrinterStatus.Request.allCases.contains { request in
                var status = PrinterStatus()
                status.learn(byte, of: request)
                return status != PrinterStatus()
            }
        }
        #expect(told == (UInt8.min...UInt8.max).filter { $0 & 0x93 == 0x12 })
    }

    @Test func anEmptyRollIsNotForgottenByASilence() {
        var status = PrinterStatus()
        status.learn(0x32, of: .offlineCause)
        status.learn(nil, of: .paper)
        #expect(status.obstacle == .paperOut)
    }
}
