import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderTerminal
import TenderTestSupport
import Testing

/// Payments that save the card that pays, and the customer's consent to that.
@Suite struct SavedByPaymentTests {
    private static let amount = Amount(minorUnits: 1000, currency: .eur)
    private static let agreed = CollectConfiguration(allowRedisplay: .limited)

    private static func saving(_ intent: PaymentIntent) -> PaymentIntent {
        var intent = intent
        intent.setupFutureUsage = .offSession
        return intent
    }

    @Test func withoutConsentNoCardIsAskedFor() async throws {
        let shop = Shop()
        let intent = Self.saving(try await shop.open())
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.processPaymentIntent(intent)
        }
        #expect(error?.errorCode == .commandInvalidAllowRedisplay)
        #expect(shop.gateway.calls(.confirm).isEmpty)
        let other = CollectConfiguration(allowRedisplay: .unknown("sometimes"))
        await #expect(throws: TenderError.self) {
            try await shop.terminal.collectPaymentMethod(intent, configuration: other)
        }
    }

    @Test func theConsentIsSentWithTheCard() async throws {
        let shop = Shop()
        let intent = Self.saving(try await shop.open())
        let outcome = try await shop.terminal.processPaymentIntent(intent, configuration: Self.agreed)
        #expect(outcome.word == "approved")
        #expect(shop.gateway.payload(intent.id)?.allowRedisplay == .limited)
    }

    @Test func aPaymentThatSavesNothingAsksNobody() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
        #expect(shop.gateway.payload(intent.id)?.allowRedisplay == .unspecified)
    }

    /// The card waits in the journal with the consent, and takes it along when it is forwarded.
    @Test func theConsentIsStoredOfflineWithTheCard() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        var parameters = PaymentIntentParameters(Self.amount)
        parameters.setupFutureUsage = .offSession
        let intent = try await shop.terminal.createPaymentIntent(parameters, offlineBehavior: .forceOffline)
        await #expect(throws: TenderError.self) { try await shop.terminal.processPaymentIntent(intent) }
        let outcome = try await shop.terminal.processPaymentIntent(intent, configuration: Self.agreed)
        #expect(outcome.word == "stored offline")
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(shop.gateway.payload("pi_1")?.allowRedisplay == .limited)
    }

    /// What earlier versions stored is still read, and a payment that saves nothing is stored as they did.
    @Test func storedCardDataHasTheConsentIfThereIsOne() throws {
        var payload = EncryptedPayload(scheme: "s", keySerial: "00", ciphertext: "11", tag: "22")
        let plain = payload.storedBytes
        var wrong: [AllowRedisplay] = []
        for consent in AllowRedisplay.known + [.unknown("later")] {
            payload.allowRedisplay = consent
            if try EncryptedPayload(storedBytes: payload.storedBytes) != payload { wrong.append(consent) }
        }
        #expect(wrong == [])
        payload.allowRedisplay = .always
        #expect(payload.storedBytes.starts(with: plain))
        #expect(payload.storedBytes.count > plain.count)
        #expect(throws: RecordError.self) { try EncryptedPayload(storedBytes: payload.storedBytes + [0]) }
    }
}
