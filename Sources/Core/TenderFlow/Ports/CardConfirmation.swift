public import TenderBytes
public import TenderModel

/// The confirmation of a payment with a card that was presented.
public struct CardConfirmation: Sendable {
    /// The answer for a card that waits in the reader.
    public struct Answer: Sendable {
        /// What became of the confirmation.
        public var result: Result<PaymentIntent, GatewayError>
        /// What the issuer tells the card, as `IssuerAnswer.data`; `nil` if the gateway passes nothing on.
        public var issuerData: SecretBytes?

        /// Creates an answer.
        public init(_ result: Result<PaymentIntent, GatewayError>, issuerData: SecretBytes? = nil) {
            self.result = result
            self.issuerData = issuerData
        }
    }

    /// The card.
    public var payload: EncryptedPayload
    /// The surcharge on top of the amount; `nil` for none.
    public var surcharge: Amount?
    /// The currency that the customer chose; `nil` if there was no offer.
    public var conversion: ConversionChoice?

    /// Creates a confirmation.
    public init(_ payload: EncryptedPayload, surcharge: Amount? = nil, conversion: ConversionChoice? = nil) {
        self.payload = payload
        self.surcharge = surcharge
        self.conversion = conversion
    }
}

extension Gateway {
    /// Requests the authorization; the issuer's data for the card are not asked for.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, waitingCard confirmation: CardConfirmation, key: IdempotencyKey
    ) async -> CardConfirmation.Answer {
        do throws(GatewayError) {
            return .init(.success(try await confirmPaymentIntent(intent, confirmation, key: key)))
        } catch {
            return .init(.failure(error))
        }
    }

    /// Requests the authorization as the confirmation says.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, _ confirmation: CardConfirmation, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        let payload = confirmation.payload
        if let conversion = confirmation.conversion {
            return try await confirmPaymentIntent(intent, payload: payload, conversion: conversion, key: key)
        }
        guard let surcharge = confirmation.surcharge else {
            return try await confirmPaymentIntent(intent, payload: payload, key: key)
        }
        return try await confirmPaymentIntent(intent, payload: payload, surcharge: surcharge, key: key)
    }
}
