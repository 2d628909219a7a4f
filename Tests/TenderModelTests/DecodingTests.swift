import FoundationEssentials
import TenderModel
import Testing

@Suite struct DecodingTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private let minimal = """
        {"id":"pi_1","object":"payment_intent","amount":50000,"currency":"isk","status":"requires_capture",
         "capture_method":"manual","created":1,"livemode":false,"payment_method_types":["card_present"],
         "amount_capturable":50000,"latest_charge":"ch_1","client_secret":"pi_1_secret_abc"}
        """

    @Test func anIntentKeepsItsFieldsThroughBothWays() throws {
        let intent = try decode(PaymentIntent.self, minimal)
        #expect(intent.amount.decimal == "500")
        #expect(intent.amountCapturable?.minorUnits == 500)
        #expect(intent.latestCharge?.id == "ch_1")
        #expect(try JSONDecoder().decode(PaymentIntent.self, from: JSONEncoder().encode(intent)) == intent)
    }

    @Test func unknownStringsKeepTheirText() throws {
        let text = minimal.replacing("requires_capture", with: "requires_patience")
        let intent = try decode(PaymentIntent.self, text)
        #expect(intent.status == .unknown("requires_patience"))
        #expect(
            try JSONDecoder().decode(PaymentIntent.self, from: JSONEncoder().encode(intent)).status == intent.status)
    }

    @Test(arguments: [
        #"{"object":"refund""#, #"{"id":5"#, #""currency":"zzz""#, #""amount":50001"#, #""amount":1e30"#,
        #""amount":"5""#,
    ])
    func impossibleFieldsAreErrors(change: String) {
        let key = change.split(separator: ":")[0].drop { $0 == "{" }
        let text = minimal.replacing(/"amount":50000|"object":"payment_intent"|"id":"pi_1"|"currency":"isk"/) { match in
            match.output.hasPrefix(key) ? String(change.drop { $0 == "{" }) : String(match.output)
        }
        #expect(text != minimal)
        #expect(throws: DecodingError.self) { try decode(PaymentIntent.self, text) }
    }

    /// The gateway that is simulated has none of these; a smart reader shows their codes.
    @Test func walletsAreReadAndWrittenUnderTheirOwnNames() throws {
        var wrong: [String] = []
        for type in ["affirm", "klarna", "paynow", "paypay", "wechat_pay"] {
            let text = """
                {"type":"\(type)","\(type)":{"location":"tml_1","reader":"tmr_1","transaction_id":"1","reference":"2"}}
                """
            let details = try decode(Charge.Details.self, text)
            let wallet = WalletPaymentDetails(location: "tml_1", reader: "tmr_1", transactionID: "1", reference: "2")
            let again = try JSONDecoder().decode(Charge.Details.self, from: JSONEncoder().encode(details))
            if details.wallet != wallet || again != details { wrong.append(type) }
        }
        #expect(wrong == [])
        let action = try decode(
            NextAction.self,
            """
            {"type":"wechat_pay_display_qr_code","wechat_pay_display_qr_code":{"data":"weixin://1",
             "hosted_instructions_url":"https://a","image_data_url":"data:b","image_url_png":"https://c",
             "image_url_svg":"https://d"}}
            """)
        let code = NextAction.QRCode(
            data: "weixin://1", hostedInstructionsURL: "https://a", imageDataURL: "data:b", imageURLPNG: "https://c",
            imageURLSVG: "https://d")
        #expect(action == NextAction(type: "wechat_pay_display_qr_code", wechatPayQRCode: code))
        #expect(try JSONDecoder().decode(NextAction.self, from: JSONEncoder().encode(action)) == action)
    }

    @Test func aSecretNamesThePaymentToRefund() {
        let named = ["pi_1_secret_abc", "seti_1_secret_abc"].map {
            RefundParameters(clientSecret: ClientSecret($0))?.paymentIntent
        }
        #expect(named == ["pi_1", nil])
    }

    @Test func theClientSecretIsNeverPrinted() throws {
        let intent = try decode(PaymentIntent.self, minimal)
        var dumped = ""
        dump(intent, to: &dumped)
        #expect(!"\(intent) \(String(reflecting: intent)) \(dumped)".contains("abc"))
    }
}
