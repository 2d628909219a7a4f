import SimulatedPayments
import Testing

/// Pictures that a reader prints, which come in a form of several parts.
@Suite struct ReaderPrintingTests {
    private var shop = Shop()
    private let reader: String

    init() { reader = shop.register([("registration_code", "simulated-v660p")]) }

    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("\r\n--picture\0".utf8)
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

    /// A form of several parts; those with a file name are files.
    private static func body(_ parts: [(name: String, file: String?, content: [UInt8])]) -> [UInt8] {
        parts.flatMap { part in
            let file = part.file.map { "; filename=\"\($0)\"\r\nContent-Type: image/png" } ?? ""
            let head = "--edge\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n"
            return Array(head.utf8) + part.content + Array("\r\n".utf8)
        } + Array("--edge--\r\n".utf8)
    }

    private static func picture(_ content: [UInt8], _ name: String = "receipt.png") -> [UInt8] {
        body([("type", nil, Array("image".utf8)), ("image", name, content)])
    }

    private mutating func print(
        _ body: [UInt8], _ type: String = "multipart/form-data; boundary=edge", idempotency: String? = nil
    ) -> Shop.Answer {
        var request = shop.request("POST", "terminal/readers/\(reader)/print_content", idempotency: idempotency)
        request.headers["content-type"] = type
        request.body = body
        return Shop.Answer(shop.payments.handle(request, now: shop.now))
    }

    @Test mutating func aPictureIsPrinted() throws {
        _ = try shop.events("")
        let asked = print(Self.picture(Self.png))
        #expect(asked.action == "print_content in_progress")
        #expect(
            asked["action", "print_content"] == [
                "type": "image",
                "image": [
                    "created_at": .integer(shop.now), "filename": "receipt.png",
                    "size": .integer(Int64(Self.png.count)),
                    "type": "png",
                ],
            ])
        #expect(shop.reader(reader).action == "print_content succeeded")
        #expect(try shop.events("") == ["terminal.reader.action_succeeded"])
        #expect(print(Self.picture(Self.jpeg))["action", "print_content", "image"]?["type"] == "jpg")
        #expect(print(Self.picture(Self.png), #"multipart/form-data; boundary="edge""#).status == 200)
    }

    @Test mutating func onlyAPictureThatFitsIsPrinted() {
        let kind: (String, String?, [UInt8]) = ("type", nil, Array("image".utf8))
        let limit = 100 * 1024
        let table: [([UInt8], String)] = [
            (Self.picture(Self.png + Array(repeating: 0, count: limit - Self.png.count)), "200 - -"),
            (Self.picture(Self.png + Array(repeating: 0, count: limit)), "400 - image"),
            (Self.picture(Array("GIF89a".utf8)), "400 - image"), (Self.picture([]), "400 - image"),
            (Self.body([kind]), "400 parameter_missing image"), (Self.body([]), "400 parameter_missing image"),
            (Self.body([kind, ("image", nil, Self.jpeg)]), "400 - -"),
            (Self.body([kind, ("image", nil, Array("a text".utf8))]), "400 - image"),
            (Self.body([("type", "a.png", Self.png), ("image", "a.png", Self.png)]), "400 - type"),
            (
                Self.body([kind, ("image", "a.png", Self.png), ("copies", nil, Array("2".utf8))]),
                "400 parameter_unknown copies"
            ),
            (Self.body([kind, ("image[name]", nil, Array("a".utf8))]), "400 - image"), ([], "400 - -"),
        ]
        var found: [String] = []
        for (body, _) in table {
            let answer = print(body)
            found.append("\(answer.status) \(answer.code) \(answer.param)")
        }
        #expect(found == table.map(\.1))
        let whole = Self.picture(Self.png)
        let accepted = whole.indices.filter { print(Array(whole[..<$0])).status != 400 }
        #expect(accepted == [whole.count - 2, whole.count - 1])
    }

    @Test mutating func aFileComesInAFormOfSeveralPartsAlone() {
        let form = Array("type=image&image[filename]=a.png&image[size]=1&image[type]=png".utf8)
        let types = [
            "application/x-www-form-urlencoded", "application/json", "", "multipart/form-data",
            "multipart/form-data; boundary=",
        ]
        let found = types.map { print($0.hasPrefix("multipart") ? Self.picture(Self.png) : form, $0).status }
        #expect(found == types.map { _ in 400 })
        #expect(shop.reader(reader).action == "none")
    }

    @Test mutating func aKeyIsForOnePicture() {
        let first = print(Self.picture(Self.png), idempotency: "k")
        #expect(print(Self.picture(Self.png), idempotency: "k").header("Idempotent-Replayed") == "true")
        #expect(first.status == 200)
        #expect(print(Self.picture(Self.png + [1]), idempotency: "k").status == 400)
    }

    @Test mutating func whoIsAboutToPayIsNotDisturbed() {
        _ = shop.ask(reader, for: 1000)
        #expect(print(Self.picture(Self.png)).action == "HTTP 409 terminal_reader_busy")
        #expect(shop.present(on: reader).action == "process_payment_intent succeeded")
        _ = shop.arm(reader, "offline")
        #expect(print(Self.picture(Self.png)).action == "HTTP 400 terminal_reader_offline")
    }
}
