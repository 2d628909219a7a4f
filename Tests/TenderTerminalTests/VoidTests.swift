import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// One call that releases a hold or refunds what was captured.
@Suite struct VoidTests {
    private static func paid(_ shop: Shop, _ capture: CaptureMethod = .automatic) async throws -> PaymentIntent {
        guard case .approved(let intent) = try await shop.terminal.processPaymentIntent(shop.open(capture: capture))
        else { throw UnexpectedOutcome() }
        return intent
    }

    @Test func aHoldIsReleased() async throws {
        let shop = Shop()
        let intent = try await Self.paid(shop, .manual)
        guard case .released(let released) = try await shop.terminal.voidPayment(id: intent.id) else {
            throw UnexpectedOutcome()
        }
        #expect(released.status == .canceled)
        #expect(shop.gateway.refunds == [])
    }

    @Test func aCaptureIsRefunded() async throws {
        let shop = Shop()
        let intent = try await Self.paid(shop)
        guard case .refunded(.succeeded(let refund)) = try await shop.terminal.voidPayment(id: intent.id) else {
            throw UnexpectedOutcome()
        }
        #expect(refund.amount == intent.amount)
        #expect(shop.gateway.refunds.count == 1)
    }

    @Test func whatNobodyPaidIsCanceled() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        guard case .released(let released) = try await shop.terminal.voidPayment(id: intent.id) else {
            throw UnexpectedOutcome()
        }
        #expect(released.status == .canceled)
    }

    @Test func whatIsReleasedStaysSo() async throws {
        let shop = Shop()
        let intent = try await Self.paid(shop, .manual)
        let first = try await shop.terminal.voidPayment(id: intent.id)
        let second = try await shop.terminal.voidPayment(id: intent.id)
        #expect(first == .released(try #require(shop.gateway.intent(intent.id))))
        #expect(second == first)
    }

    @Test func aLostRefundIsMadeOnce() async throws {
        let shop = Shop()
        let intent = try await Self.paid(shop)
        shop.gateway.script(.refund, .loseAnswer)
        guard case .refunded(.succeeded) = try await shop.terminal.voidPayment(id: intent.id) else {
            throw UnexpectedOutcome()
        }
        #expect(shop.gateway.refunds.count == 1)
    }

    /// Nothing has moved yet: its outcome is not unknown.
    @Test func aPaymentThatCannotBeReadIsNotExecuted() async throws {
        let shop = Shop()
        let intent = try await Self.paid(shop)
        let failure = GatewayError(.apiError, fate: .answered(status: 500), message: "no")
        for behavior in [ScriptedGateway.Behavior.loseAnswer, .refuseConnection, .fail(failure)] {
            shop.gateway.always(.retrieve, behavior)
            let error = await #expect(throws: TenderError.self) {
                try await shop.terminal.voidPayment(id: intent.id)
            }
            #expect(error?.code != .outcomeUnknown)
            #expect(error?.advice == .sameCall)
        }
        #expect(shop.gateway.refunds == [])
    }

    @Test func aPaymentThatIsNotThereIsAnError() async throws {
        let shop = Shop()
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.voidPayment(id: "pi_none") }
        #expect(error?.code == .resourceMissing)
    }
}
