import CommandLineOptions
import Tender
@testable import TenderCommand
import Testing

/// `tender sale --save`: whether its customer has agreed to see the card again.
struct SaleConsentTests {
    /// The consent that a sale is made with; `nil` if its options are refused.
    private static func consent(_ more: String) -> AllowRedisplay? {
        let words = "--amount 10.00 \(more)".split(separator: " ").map(String.init)
        return try? SaleOptions(Arguments(words, SaleCommand.options)).wishes.allowRedisplay
    }

    @Test func onlyACardThatIsKeptNeedsIt() {
        let always = "--allow-redisplay always"
        let found = ["", "--save off_session", "--save on_session \(always)", always].map(Self.consent)
        #expect(found == [.unspecified, .limited, .always, nil])
    }
}
