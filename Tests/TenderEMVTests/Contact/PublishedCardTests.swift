import TenderBytes
import Testing

@testable import TenderEMV

/// Test cards of schemes, whose certificates and signatures nobody here made.
@Suite struct PublishedCardTests {
    @Test(arguments: PublishedCard.names) func aCardIsAuthenticated(_ name: String) throws {
        let card = try PublishedCard(name)
        #expect(try card.play()?.outcome?.words == card.expected)
    }

    /// Each byte that the card answers is changed, one at a time.
    @Test(arguments: PublishedCard.names) func aChangeIsNoticedInAllThatIsSigned(_ name: String) throws {
        let card = try PublishedCard(name)
        let failures: TVR = [
            .staticAuthenticationFailed, .dynamicAuthenticationFailed, .combinedAuthenticationFailed,
        ]
        var open: Set<String> = []
        for place in card.places {
            guard let play = try card.play(changed: place), case .onlineRequired(let result) = play.outcome,
                result.verificationResults.isDisjoint(with: failures)
            else { continue }
            open.insert(card.command(place.exchange))
        }
        #expect(open.sorted() == card.unsigned)
    }
}
