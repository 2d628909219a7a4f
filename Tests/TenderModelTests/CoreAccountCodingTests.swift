import Foundation
import TenderAPI
import TenderModel
import Testing

/// What version 2 of the payments API writes of an account, and what is written of it again.
@Suite struct CoreAccountCodingTests {
    private static let person = """
        {"id":"person_1","object":"v2.core.account_person","account":"acct_1","given_name":"Ada","address":null,\
        "date_of_birth":{"day":1,"month":2,"year":1901},"id_numbers":[{"type":"gb_nino"}],"nationalities":["GB"],\
        "relationship":{"owner":true,"percent_ownership":"25","director":null},"metadata":{},\
        "created":"2027-01-15T09:00:00.500+01:00","updated":"2027-01-15T08:00:01Z"}
        """
    private static let capability =
        #"{"status":"restricted","status_details":[{"code":"requirements_past_due","resolution":"provide_info"}]}"#
    private static let account = """
        {"id":"acct_1","object":"v2.core.account","applied_configurations":["merchant","seller"],"closed":false,\
        "contact_email":"a@b.example","dashboard":"none","created":"2027-01-15T08:00:00.000Z","metadata":{"a":"1"},\
        "configuration":{"customer":{"applied":true,"capabilities":null},"merchant":{"applied":true,"mcc":"5734",\
        "branding":null,"card_payments":{"decline_on":{"avs_failure":true,"cvc_failure":null}},\
        "statement_descriptor":{"descriptor":"X","prefix":null},"support":{"address":{"city":"X"},"url":null},\
        "capabilities":{"card_payments":\(capability),"stripe_balance":{"payouts":{"status":"active"}}}},\
        "recipient":null},"defaults":{"currency":"usd","locales":null,"profile":{"doing_business_as":"Prints"},\
        "responsibilities":{"fees_collector":"stripe","losses_collector":"application",\
        "requirements_collector":"stripe"}},"identity":{"country":"US","entity_type":"company","individual":\(person),\
        "attestations":{"terms_of_service":{"account":{"date":"2027-01-15T08:00:00Z","ip":"8.8.8.8"}}},\
        "business_details":{"registered_name":"Prints","id_numbers":[{"type":"us_ein"}],"address":null}},\
        "requirements":{"summary":{"minimum_deadline":{"status":"past_due","time":null}},"entries":[{"errors":[],\
        "awaiting_action_from":"user","description":"identity.country","minimum_deadline":{"status":"past_due"},\
        "impact":{"restricts_capabilities":[{"capability":"card_payments","configuration":"merchant",\
        "deadline":{"status":"past_due"}}]},"reference":{"inquiry":null,"resource":"person_1","type":"person"},\
        "requested_reasons":[{"code":"routine_onboarding"}]}]},"future_requirements":{"entries":[],"summary":null}}
        """

    private static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test func everyPartIsReadAndWrittenAgain() throws {
        let account = try Self.read(CoreAccount.self, Self.account)
        let merchant = account.configuration?.merchant
        let entry = account.requirements?.entries.first
        let texts: [String?] = [
            account.appliedConfigurations.map(\.rawValue).joined(separator: ","),
            merchant?.capabilities?["card_payments"]?.status.rawValue,
            merchant?.capabilities?["card_payments"]?.details.first?.resolution,
            merchant?.capabilities?["stripe_balance.payouts"]?.status.rawValue,
            merchant?.profile.merchantCategory, merchant?.profile.statement?.descriptor,
            merchant?.profile.support?.address?.city, account.defaults?.responsibilities?.requirementsCollector,
            account.identity?.businessDetails?.idNumbers.first?.type, account.identity?.termsAcceptance?.ip,
            account.identity?.individual?.relationship?.percentOwnership, entry?.description,
            entry?.impact?.restrictions.first?.capability, entry?.reference?.resource,
            entry?.requestedReasons.first?.code, account.requirements?.minimumDeadline?.status,
        ]
        #expect(
            texts == [
                "merchant,seller", "restricted", "provide_info", "active", "5734", "X", "X", "stripe", "us_ein",
                "8.8.8.8", "25", "identity.country", "card_payments", "person_1", "routine_onboarding", "past_due",
            ])
        #expect(merchant?.profile.declineRules == .init(addressFailure: true))
        #expect(account.identity?.individual?.birth == .init(year: 1901, month: 2, day: 1))
        #expect(account.configuration?.recipient == nil)
        let written = try JSONDecoder().decode(CoreAccount.self, from: JSONEncoder().encode(account))
        #expect(written == account)
    }

    /// Times are read with and without a fraction and an offset, and written in UTC.
    @Test func timesAreSeconds() throws {
        let times = [
            "2027-01-15T08:00:00.000Z": 1_800_000_000, "2027-01-15T08:00:00Z": 1_800_000_000,
            "2027-01-15T08:00:00.999Z": 1_800_000_000, "2027-01-15T09:00:00+01:00": 1_800_000_000,
            "1970-01-01T00:00:00Z": 0,
        ]
        var wrong: [String] = []
        for (text, seconds) in times {
            let account = try Self.read(CoreAccount.self, #"{"id":"acct_1","created":"\#(text)"}"#)
            if account.created != Int64(seconds) { wrong.append(text) }
        }
        for text in ["", "soon", "2027-01-15", "2027-13-01T00:00:00Z", "1800000000"] {
            let account = try? Self.read(CoreAccount.self, #"{"id":"acct_1","created":"\#(text)"}"#)
            if account != nil { wrong.append(text) }
        }
        #expect(wrong == [])
        let account = try Self.read(CoreAccount.self, #"{"id":"acct_1","created":"2027-01-15T09:00:00.5+01:00"}"#)
        let written = String(decoding: try JSONEncoder().encode(account), as: UTF8.self)
        #expect(written.contains("\"2027-01-15T08:00:00Z\""))
    }
}
