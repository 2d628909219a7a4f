import Testing

@testable import SimulatedPayments

@Suite struct DisputeTests {
    private static let contested: Form = [("payment_method", "pm_card_createDispute")]

    private static func disputed(_ shop: inout Shop, _ more: Form = contested) -> (charge: String, dispute: String) {
        let charge = shop.charge(1000, more)["latest_charge"]?.text ?? ""
        return (charge, shop.get("disputes", [("charge", charge)]).ids.first ?? "none")
    }

    @Test func aChargebackTakesTheMoneyAndAFee() {
        var shop = Shop()
        let (charge, id) = Self.disputed(&shop)
        let dispute = shop.get("disputes/\(id)")
        #expect(dispute.state == "needs_response")
        #expect(dispute["reason"] == "fraudulent")
        #expect(dispute["amount"] == 1000)
        #expect(shop.total() == 941 - 2500)
        #expect(shop.get("charges/\(charge)")["disputed"] == true)
        let movement = dispute["balance_transactions"]?.elements.first
        #expect(movement?["type"] == "adjustment")
        #expect(movement?["reporting_category"] == "dispute")
        #expect(movement?["net"] == -2500)
        #expect(movement?["fee"] == 1500)
        #expect(shop.post("refunds", [("charge", charge)]).code == "charge_disputed")
        let types = shop.get("events", [("type", "charge.dispute.*")])["data"]?.elements.compactMap { $0["type"]?.text }
        #expect(types == ["charge.dispute.funds_withdrawn", "charge.dispute.created"])
    }

    @Test func aChargeIsToldOfBeforeItIsContested() {
        let captured: [(Form, [String])] = [
            ([], ["charge.succeeded", "payment_intent.succeeded", "charge.updated"]),
            ([("capture_method", "manual")], ["charge.captured", "payment_intent.succeeded"]),
        ]
        let dispute = ["charge.dispute.created", "charge.dispute.funds_withdrawn"]
        var wrong: [String] = []
        for (form, types) in captured {
            var shop = Shop()
            let intent = shop.charge(1000, Self.contested + form)
            if !form.isEmpty { _ = shop.post("payment_intents/\(intent.id)/capture") }
            let events = (shop.get("events")["data"]?.elements ?? []).reversed()
            let told = events.compactMap { $0["type"]?.text }.suffix(types.count + 2)
            if Array(told) != types + dispute { wrong.append("\(told)") }
            let charges = events.compactMap { $0["data"]?["object"] }.filter { $0["object"] == "charge" }
            if charges.contains(where: { $0["disputed"] == true }) { wrong.append("\(types): disputed already") }
        }
        #expect(wrong == [])
    }

    @Test func evidenceWinsLosesOrWaits() {
        let table: [(String, String, Int64)] = [
            ("winning_evidence", "won", 941 - 1500), ("losing_evidence", "lost", 941 - 2500),
            ("it was delivered", "under_review", 941 - 2500),
        ]
        var wrong: [String] = []
        for (words, state, total) in table {
            var shop = Shop()
            let (charge, id) = Self.disputed(&shop)
            let staged = shop.post(
                "disputes/\(id)", [("evidence[uncategorized_text]", "draft"), ("submit", "false")])
            if staged.state != "needs_response" || staged["evidence_details", "has_evidence"] != true {
                wrong.append("\(words): staged")
            }
            let told = shop.post("disputes/\(id)", [("evidence[uncategorized_text]", words)])
            if told.state != state || shop.total() != total || told["evidence_details", "submission_count"] != 1 {
                wrong.append("\(words): \(told.state) \(shop.total())")
            }
            if shop.post("disputes/\(id)", [("evidence[uncategorized_text]", "winning_evidence")]).status != 400 {
                wrong.append("\(words): twice")
            }
            if (shop.post("refunds", [("charge", charge)]).status == 200) != (state == "won") {
                wrong.append("\(words): refund")
            }
        }
        #expect(wrong == [])
    }

    /// Evidence that was staged is handed in by a request that says so and no more, and counts with what comes later.
    @Test func stagedEvidenceIsSubmitted() {
        let submissions: [Form] = [[("submit", "true")], [("evidence[customer_name]", "Ada")]]
        var wrong: [String] = []
        for form in submissions {
            var shop = Shop()
            let id = Self.disputed(&shop).dispute
            _ = shop.post(
                "disputes/\(id)", [("evidence[uncategorized_text]", "winning_evidence"), ("submit", "false")])
            if shop.post("disputes/\(id)", [("metadata[a]", "b")]).state != "needs_response" {
                wrong.append("metadata alone")
            }
            let told = shop.post("disputes/\(id)", form)
            if told.state != "won" || told["evidence_details", "submission_count"] != 1 { wrong.append("\(form)") }
        }
        #expect(wrong == [])
    }

    @Test func evidenceThatIsTakenBackIsNone() {
        var shop = Shop()
        let id = Self.disputed(&shop).dispute
        let name = "evidence[customer_name]"
        #expect(shop.post("disputes/\(id)", [("submit", "true")]).state == "needs_response")
        #expect(
            shop.post("disputes/\(id)", [(name, "Ada"), ("submit", "false")])["evidence_details", "has_evidence"]
                == true)
        #expect(
            shop.post("disputes/\(id)", [(name, ""), ("submit", "false")])["evidence_details", "has_evidence"] == false)
    }

    @Test func allEvidenceTogetherIsLimited() {
        var shop = Shop()
        let id = Self.disputed(&shop).dispute
        let long = String(repeating: "x", count: 20_000)
        let names = ResourceContext.evidenceNames.prefix(8).map { "evidence[\($0)]" }
        let refused = shop.post("disputes/\(id)", names.map { ($0, long) } + [("submit", "false")])
        #expect(refused.status == 400)
        #expect(refused.param == "evidence")
        #expect(shop.post("disputes/\(id)", names.prefix(7).map { ($0, long) } + [("submit", "false")]).status == 200)
    }

    @Test func anUpdateSaysWhatItWasBefore() {
        var shop = Shop()
        let id = Self.disputed(&shop).dispute
        _ = shop.post("disputes/\(id)", [("evidence[uncategorized_text]", "losing_evidence")])
        let event = shop.get("events", [("type", "charge.dispute.updated")])["data"]?.elements.first
        let before = event?["data"]?["previous_attributes"]
        #expect(before?["status"] == "needs_response")
        #expect(before?["evidence"] == ["uncategorized_text": nil])
        #expect(before?["evidence_details"] == ["has_evidence": false, "submission_count": 0])
        _ = shop.post("disputes/\(id)", [("metadata[a]", "b")])
        #expect(shop.get("events", [("type", "charge.dispute.closed")]).ids.count == 1)
    }

    @Test func anInquiryEscalates() {
        var shop = Shop()
        let (charge, id) = Self.disputed(&shop, [("payment_method", "pm_card_createDisputeInquiry")])
        _ = shop.post("refunds", [("charge", charge), ("amount", "300")])
        let words = "evidence[uncategorized_text]"
        let escalated = shop.post("disputes/\(id)", [(words, "escalate_inquiry_evidence")])
        #expect(escalated.state == "needs_response")
        #expect(escalated["amount"] == 700)
        #expect(escalated["payment_method_details", "card", "case_type"] == "chargeback")
        #expect(escalated["balance_transactions"]?.elements.first?["net"] == -2200)
        #expect(shop.total() == 641 - 2200)
        #expect(shop.post("refunds", [("charge", charge)]).code == "charge_disputed")
        let types = shop.get("events", [("type", "charge.dispute.*")])["data"]?.elements.compactMap { $0["type"]?.text }
        #expect(
            types == ["charge.dispute.funds_withdrawn", "charge.dispute.updated", "charge.dispute.created"])
        #expect(shop.post("disputes/\(id)", [(words, "winning_evidence")]).state == "won")
        #expect(shop.total() == 641 - 1500)
    }

    @Test func aClosedDisputeIsLost() {
        var shop = Shop()
        let id = Self.disputed(&shop).dispute
        #expect(shop.post("disputes/\(id)/close").state == "lost")
        #expect(shop.post("disputes/\(id)/close").status == 400)
        #expect(shop.total() == 941 - 2500)
        #expect(shop.post("disputes/\(id)", [("metadata[a]", "b")])["metadata"] == ["a": "b"])
    }

    @Test func anInquiryTakesNothing() {
        var shop = Shop()
        let (charge, id) = Self.disputed(&shop, [("payment_method", "pm_card_createDisputeInquiry")])
        let dispute = shop.get("disputes/\(id)")
        #expect(dispute.state == "warning_needs_response")
        #expect(dispute["balance_transactions"] == [])
        #expect(shop.total() == 941)
        #expect(dispute["is_charge_refundable"] == true)
        #expect(shop.post("refunds", [("charge", charge)]).status == 200)
        #expect(shop.post("disputes/\(id)/close").state == "warning_closed")
    }

    /// Of a destination charge the platform is debited, of a direct one the account.
    @Test func whoMadeTheChargeBearsTheDispute() {
        var shop = Shop()
        let seller = shop.seller()
        _ = shop.charge(1000, Shop.destination(seller, fee: 123) + Self.contested)
        #expect(shop.total() == 64 - 2500)
        #expect(shop.total(of: seller) == 877)
        shop = Shop()
        let other = shop.seller()
        _ = shop.charge(1000, [("application_fee_amount", "123")] + Self.contested, for: other)
        #expect(shop.total() == 123)
        #expect(shop.total(of: other) == 818 - 2500)
        #expect(shop.get("disputes")["data"] == [])
    }
}
