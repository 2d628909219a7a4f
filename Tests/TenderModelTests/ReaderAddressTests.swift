import TenderModel
import Testing

@Suite struct ReaderAddressTests {
    @Test func namesAreReadAndWrittenAgain() {
        let names = [
            "simulated", "usb", "usb:3-1", "usb#1", "usb:3-1:0#2", "serial:/dev/ttyUSB0", "serial:/dev/ttyUSB0,zvt",
            "tcp:10.0.0.7:20007",
            "tcp:terminal.shop:20007,neo", "tcp:[::1]:20007", "internet", "internet:tmr_1", "internet:Front desk",
            "simulated-ccid:short", "simulated-ccid:t1",
        ]
        #expect(names.map { ReaderAddress($0)?.description } == names)
        #expect(ReaderAddress("usb:AB#C") == ReaderAddress(.usb, place: "AB#C"))
        #expect(ReaderAddress("serial:/dev/ttyUSB0,neo") == ReaderAddress("serial:/dev/ttyUSB0"))
        #expect(ReaderAddress("tcp:host:1,zvt")?.dialect == .zvt)
        #expect(ReaderAddress("tcp:host:1")?.dialect == .zvt)
        #expect(ReaderAddress("serial:/dev/a,b,zvt")?.place == "/dev/a,b")
    }

    @Test func whatIsNoNameIsRefused() {
        let wrong = [
            "", ":", "usb:", "serial", "serial:", "serial:,neo", "serial:/dev/ttyS0,x", "tcp", "tcp:", "tcp:host",
            "tcp:host:0", "tcp:host:65536", "tcp:user:pw@host:20007", "tcp::20007", "tcp:host:1,", "simulated:1",
            "internet:", "bluetooth", "USB", "usb:#1", "usbx#1",
        ]
        #expect(wrong.filter { ReaderAddress($0) != nil } == [])
    }
}
