import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel

/// What the scripted server answers, and what the clients are given.
enum Fixture {
    static func intent(
        _ id: String = "pi_1", amount: Int = 1099, currency: String = "eur", status: String = "requires_payment_method",
        received: Int = 0, secret: String? = "pi_1_secret_x", more: String = ""
    ) -> String {
        """
        {"id":"\(id)","object":"payment_intent","amount":\(amount),"amount_received":\(received),"currency":"\(currency)",\
        "status":"\(status)","capture_method":"automatic","created":1700000000,"livemode":false,\
        "payment_method_types":["card_present"],"client_secret":\(secret.map { "\"\($0)\"" } ?? "null")\(more)}
        """
    }

    static func refund(
        _ id: String = "re_1", intent: String = "pi_1", amount: Int = 500, status: String = "succeeded"
    ) -> String {
        """
        {"id":"\(id)","object":"refund","amount":\(amount),"currency":"eur","status":"\(status)","created":1700000000,\
        "payment_intent":"\(intent)"}
        """
    }

    static func error(
        _ type: String, code: String? = nil, message: String = "No.", more: String = ""
    ) -> String {
        let code = code.map { ",\"code\":\"\($0)\"" } ?? ""
        return "{\"error\":{\"type\":\"\(type)\",\"message\":\"\(message)\"\(code)\(more)}}"
    }

    static let payload = EncryptedPayload(
        scheme: "aes-256-gcm-simulator-v1", keySerial: "0011", ciphertext: "c1f4e7", tag: "7a60"
    )
    static let key = IdempotencyKey(base: "order 7".replacing(" ", with: "-"), attempt: 1, verb: "confirm")
    static let reference = PaymentIntentReference(id: "pi_1", clientSecret: ClientSecret("pi_1_secret_x"))
    static let euros = Amount(minorUnits: 1099, currency: .eur)
}

extension HTTPTestServer {
    func connection(timeout: Duration = .seconds(30)) -> GatewayConnection {
        GatewayConnection(baseURL: url(""), requestTimeout: timeout)
    }

    func client(key: String = "sk_test_abc", timeout: Duration = .seconds(30)) throws -> PaymentsClient {
        try PaymentsClient(apiKey: SecretBytes(utf8: key), connection: connection(timeout: timeout))
    }
}

/// The error of a call that must fail; nil when it did not.
func gatewayError<Value>(
    _ call: () async throws(GatewayError) -> Value
) async -> GatewayError? {
    do throws(GatewayError) {
        _ = try await call()
        return nil
    } catch { return error }
}
