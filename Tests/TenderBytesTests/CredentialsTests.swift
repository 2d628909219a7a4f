import TenderBytes
import Testing

@Suite struct CredentialsTests {
    /// An address, as it is shown; nil where it is refused.
    private static let addresses: [(text: String, shown: String, holds: Bool)] = [
        ("https://api.example/v1", "https://api.example/v1", false),
        ("https://user:pw@api.example/v1", "https://***@api.example/v1", true),
        ("https://user@api.example", "https://***@api.example", true),
        ("https://user:p@w@api.example", "https://***@api.example", true),
        ("https://user:pw%40api.example", "https://***%40api.example", true),
        ("https://user:pw\\@api.example", "https://***@api.example", true),
        ("user:pw@api.example", "***@api.example", true),
        ("http:/user:pw@api.example", "***@api.example", false),
        ("https://user:p/w@api.example", "https://***@api.example", false),
        ("https://user:p?w@api.example", "https://***@api.example", false),
        ("https://user:p w@api.example", "https://***@api.example", true),
        ("https://api.example/@shop?key=s#t", "https://***@shop", false),
        ("https://api.example/hook?key=s", "https://api.example/hook", false),
        ("zvt://41000017", "zvt://41000017", false), ("the inside gateway", "the inside gateway", false),
        ("", "", false),
        ("@", "***@", false), ("://@", "://***@", true),
    ]

    @Test func passwordsOfAddressesAreToldAndHidden() {
        let wrong = Self.addresses.filter { $0.text.shownAddress != $0.shown || $0.text.holdsCredentials != $0.holds }
        #expect(wrong.map { "\($0.text): \($0.text.shownAddress) \($0.text.holdsCredentials)" } == [])
    }

    @Test func messagesKeepWhatIsNoPassword() {
        let texts = [
            ("no address", "no address"), ("mail ann@shop.example, or call", "mail ann@shop.example, or call"),
            ("serial:/dev/ttyS0@9600 is no printer", "serial:/dev/ttyS0@9600 is no printer"),
            ("'https://a:b@c/d' and\nhttp://x:y@z", "'https://***@c/d' and\nhttp://***@z"),
            ("--gateway=http://u:p@h cannot be used", "--gateway=http://***@h cannot be used"),
            ("tcp:u:p@h:1  is none", "***@h:1  is none"), ("https://a.example/@b", "https://***@b"),
        ]
        #expect(texts.filter { $0.0.withoutCredentials != $0.1 }.map { $0.0.withoutCredentials } == [])
    }
}
