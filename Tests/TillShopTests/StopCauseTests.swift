import Tender
import Testing
import TillScreens

@testable import TillShop

@Suite struct StopCauseTests {
    private static func cause(_ detail: ErrorCode?) -> StopCause {
        StopCause(
            TenderError(
                .readerCommunicationError, phase: .collect, message: "no", advice: .reconnect, detail: detail))
    }

    /// Its cable and power are in order.
    @Test func aReaderWithoutKeysIsNotToldAsMissing() {
        #expect(Self.cause(.readerMissingEncryptionKeys) == .readerUnusable)
        #expect(Self.cause(.genericReaderError) == .noReader)
        #expect(Self.cause(nil) == .noReader)
    }
}
