import Foundation
import Tender
import Testing

/// `tender account person …` beside a gateway of the test.
@Suite(.timeLimit(.minutes(2))) struct PersonCommandTests {
    private let bench: CommandBench

    init() throws { bench = try CommandBench("account", "person") }

    private func account() async throws -> String {
        try await bench.client.createAccount(
            ConnectedAccountParameters(
                type: "custom", country: "US", businessType: "company", capabilities: ["transfers": true]),
            key: IdempotencyKey("account")
        ).id
    }

    @Test func aPersonIsAddedChangedAndRemoved() async throws {
        let account = try await account()
        let made = try await bench.object(
            "add \(account) --first-name Ann --last-name Lee --birth 1980-05-17 --line1 Street --city Columbus "
                + "--country US --relationship representative,owner --percent-ownership 60 --title CEO")
        let id = try #require(made["id"] as? String)
        #expect(made["account"] as? String == account)
        #expect(
            try await bench.call("show \(account) \(id)").text == """
                \(id)  Ann Lee  representative, owner, CEO, 60 %
                  lives at  Street, Columbus, US

                """)
        let changed = try await bench.object("update \(account) \(id) --title Partner --email ann@example.com")
        #expect(changed["email"] as? String == "ann@example.com")
        #expect(changed["last_name"] as? String == "Lee")
        let partner = AccountPerson.Relationship(
            representative: true, owner: true, title: "Partner", percentOwnership: 60)
        #expect(try await bench.client.retrievePerson(id, of: account).relationship == partner)
        _ = try await bench.told("update \(account) \(id) --relationship director")
        let director = AccountPerson.Relationship(director: true, title: "Partner", percentOwnership: 60)
        #expect(try await bench.call("show \(account) \(id)").text.contains("\n  email     ann@example.com\n"))
        #expect(try await bench.client.retrievePerson(id, of: account).relationship == director)
        #expect(try await bench.told("remove \(account) \(id)")["deleted"] as? Bool == true)
        #expect(try await bench.call("list \(account)").text.hasPrefix("No people"))
    }

    @Test func aKeyAddsOnePersonAndAListShowsThem() async throws {
        let account = try await account()
        let words = "add \(account) --first-name Ann --idempotency-key ann-1"
        let first = try await bench.id(words)
        #expect(try await bench.id(words) == first)
        let second = try await bench.id("add \(account) --first-name Bob --relationship owner")
        #expect(try await bench.call("list \(account)").text == "\(second)  Bob  owner\n\(first)  Ann\n")
        let page = try await bench.told("list \(account) --limit 1 --after \(second)")
        #expect((page["data"] as? [NSDictionary])?.map { $0["id"] as? String } == [first])
        #expect(page["has_more"] as? Bool == false)
    }

    @Test func whatIsWrongIsSaidBeforeAnythingIsChanged() async throws {
        let account = try await account()
        let cases: [(words: String, code: Int32, text: String)] = [
            ("add", 1, "give one connected account"), ("add \(account)", 1, "say who it is"),
            ("add acct_x --first-name Ann", 6, "acct_x"),
            ("add \(account) --first-name Ann --birth 1980-02-30", 1, "a day such as"),
            ("add \(account) --relationship owner,boss", 1, "representative, owner, director, executive, or none"),
            ("add \(account) --percent-ownership 101", 1, "0 to 100"),
            ("show \(account)", 1, "id of a person"), ("show \(account) person_x", 6, "person_x"),
            ("update \(account) person_x", 1, "give what is to be changed"),
            ("update \(account) person_x --title CEO", 6, "person_x"),
            ("remove \(account) person_x", 6, "person_x"), ("list \(account) --limit 0", 1, "1 to 100"),
        ]
        var wrong: [String] = []
        for (words, code, text) in cases {
            let found = try await bench.call(words)
            if found.code != code || !found.text.contains(text) { wrong.append("\(words): \(found)") }
        }
        #expect(wrong == [])
        #expect(try await bench.client.listPersons(of: account).data == [])
    }
}
