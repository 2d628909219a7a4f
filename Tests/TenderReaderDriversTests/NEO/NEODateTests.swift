import Glibc
import TenderReaderDrivers
import TenderReaders
import Testing

@Suite struct NEODateTests {
    @Test func theDayIsTheMachines() {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let here = NEODate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
        #expect(NEODate.local() == here)
    }
}
