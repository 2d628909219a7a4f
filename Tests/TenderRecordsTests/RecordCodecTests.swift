import TenderBytes
import TenderFlow
import TenderModel
import TenderRecords
import TenderTestSupport
import Testing

@Suite struct RecordCodecTests {
    private static func samples(_ count: Int, seed: UInt64) throws -> [(record: RecordedEntry, bytes: [UInt8])] {
        var entries = RandomEntries(seed: seed)
        return try (1...count).map { sequence in
            let stamp = entries.stamp()
            let entry = entries.next()
            let bytes = try RecordCodec.encode(entry, at: stamp)
            return (RecordedEntry(sequence: Int64(sequence), stamp: stamp, entry: entry), bytes)
        }
    }

    @Test func everyRecordComesBackAsItWentIn() throws {
        var wrong: [RecordedEntry] = []
        for (record, bytes) in try Self.samples(4_000, seed: 1) {
            let decoded = try RecordCodec.decode(bytes, sequence: record.sequence)
            let again = try RecordCodec.encode(decoded.entry, at: decoded.stamp)
            if decoded != record || again != bytes { wrong.append(record) }
        }
        #expect(wrong == [])
    }

    /// What the gateway tells of a card and no record holds is in no entry: a restart would not find it again.
    @Test func anApprovalComesBackWithItsReceipt() throws {
        let facts = IntentFacts(
            id: "pi_1", amount: Amount(minorUnits: 1000, currency: .eur), tip: 0, status: .succeeded, capturable: nil,
            received: 1000, refunded: 0, charge: "ch_1", decline: nil)
        let card = CardDetails(brand: .visa, last4: "4242", network: "visa", fingerprint: "0123456789abcdef")
        let event = JournalEntry.Event.settled(.retrieve, .approved(facts), receipt: nil)
        let entry = JournalEntry(intentID: "pi_1", attempt: 1, event: event).withReceipt(card)
        let stamp = Stamp(unixMilliseconds: 1, upMilliseconds: 1, boot: 1)
        let decoded = try RecordCodec.decode(try RecordCodec.encode(entry, at: stamp), sequence: 1)
        #expect(decoded.entry == entry)
        guard case .settled(_, _, let receipt?) = decoded.entry.event else { throw RecordError.truncated }
        #expect(receipt == CardDetails(brand: .visa, last4: "4242", network: "visa"))
    }

    @Test func recordsInARowAreToldApart() throws {
        let samples = try Self.samples(200, seed: 2)
        let log = samples.flatMap(\.bytes)
        var offset = 0
        var found: [RecordedEntry] = []
        while offset < log.count {
            let (record, next) = try RecordCodec.decode(log, from: offset, sequence: Int64(found.count + 1))
            found.append(record)
            offset = next
        }
        #expect(found == samples.map(\.record))
    }

    @Test func aRecordThatIsCutOffAtAnyLengthIsRefused() throws {
        var wrong: [String] = []
        for (record, bytes) in try Self.samples(160, seed: 3) {
            for length in 0..<bytes.count {
                do throws(RecordError) {
                    _ = try RecordCodec.decode(Array(bytes[..<length]), sequence: 1)
                    wrong.append("\(record) at \(length)")
                } catch {
                    if error != .truncated { wrong.append("\(record) at \(length): \(error)") }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func noFlippedByteTrapsAndWhatIsReadHasNoOtherForm() throws {
        var wrong: [String] = []
        for (_, bytes) in try Self.samples(80, seed: 4) {
            for index in bytes.indices {
                for bit in 0..<8 {
                    var changed = bytes
                    changed[index] ^= 1 << bit
                    guard let decoded = try? RecordCodec.decode(changed, sequence: 1) else { continue }
                    guard let again = try? RecordCodec.encode(decoded.entry, at: decoded.stamp) else {
                        wrong.append("\(Hex.encode(changed)) cannot be written again")
                        continue
                    }
                    if again != changed { wrong.append("\(Hex.encode(changed)) became \(Hex.encode(again))") }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func noRandomBytesTrap() throws {
        var random = SplitMix64(seed: 5)
        var wrong: [String] = []
        for _ in 0..<20_000 {
            var bytes = (0..<random.next() % 60).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if random.chance(80), bytes.count > 1 {
                bytes[0] = RecordCodec.version
                bytes[1] = UInt8(bytes.count - 2)
            }
            if let read = try? RecordCodec.decode(bytes, sequence: 1),
                (try? RecordCodec.encode(read.entry, at: read.stamp)) != bytes
            {
                wrong.append(Hex.encode(bytes))
            }
        }
        #expect(wrong == [])
    }

    @Test func trailingBytesUnknownVersionsAndUnknownCasesAreRefused() throws {
        let entry = JournalEntry(intentID: "pi_1", attempt: 1, event: .claimed)
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 0)
        let bytes = try RecordCodec.encode(entry, at: stamp)
        #expect(throws: RecordError.trailingBytes) { try RecordCodec.decode(bytes + [0], sequence: 1) }
        var longer = bytes + [0]
        longer[1] += 1
        #expect(throws: RecordError.trailingBytes) { try RecordCodec.decode(longer, sequence: 1) }
        #expect(throws: RecordError.unknownVersion(9)) { try RecordCodec.decode([9] + bytes[1...], sequence: 1) }
        let event = try #require(bytes.indices.last)
        var unknown = bytes
        unknown[event] = 200
        #expect(throws: RecordError.unknownCase(field: "event", tag: 200)) {
            try RecordCodec.decode(unknown, sequence: 1)
        }
        #expect(throws: RecordError.tooLarge(bytes: 1 << 27)) {
            try RecordCodec.decode([RecordCodec.version, 0x80, 0x80, 0x80, 0x40], sequence: 1)
        }
        let text = String(repeating: "x", count: RecordCodec.maximumByteCount)
        #expect(throws: RecordError.self) {
            try RecordCodec.encode(JournalEntry(intentID: text, attempt: 1, event: .claimed), at: stamp)
        }
    }

    @Test func numbersThatAreCountedOnAreBounded() throws {
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 0)
        let key = IdempotencyKey("k")
        // The last two bytes of `event` are the send as it is written: the zigzag of 64 is 128.
        let events: [JournalEntry.Event] = [
            .requestLeaving(.confirm(key), send: 64), .refundLeaving(.init(paymentIntent: "p"), key, send: 64),
            .offline(.forwarding(key, send: 64)),
        ]
        // 0, -1, a million and one, the highest and the lowest.
        let most = Array(repeating: UInt8(0xFF), count: 9)
        let hostile: [[UInt8]] = [[0], [1], [0x82, 0x89, 0x7A], [0xFE] + most.dropLast() + [1], most + [1]]
        var wrong: [String] = []
        for event in events {
            let bytes = try RecordCodec.encode(JournalEntry(intentID: "p", attempt: 1, event: event), at: stamp)
            for number in hostile {
                var changed = Array(bytes.dropLast(2)) + number
                changed[1] = UInt8(changed.count - 2)
                do throws(RecordError) {
                    wrong.append("\(number): \(try RecordCodec.decode(changed, sequence: 1))")
                } catch {
                    if error != .malformed(field: "send") { wrong.append("\(number): \(error)") }
                }
            }
        }
        let claimed = try RecordCodec.encode(JournalEntry(intentID: "p", attempt: 64, event: .claimed), at: stamp)
        let event = 2  // no terms, and the case
        for number in hostile.dropFirst() {
            var changed = Array(claimed.dropLast(2 + event)) + number + claimed.suffix(event)
            changed[1] = UInt8(changed.count - 2)
            do throws(RecordError) {
                wrong.append("\(number): \(try RecordCodec.decode(changed, sequence: 1))")
            } catch {
                if error != .malformed(field: "attempt") { wrong.append("\(number): \(error)") }
            }
        }
        for attempt in [-1, 1_000_001] {
            let entry = JournalEntry(intentID: "p", attempt: attempt, event: .claimed)
            if (try? RecordCodec.encode(entry, at: stamp)) != nil { wrong.append("wrote attempt \(attempt)") }
        }
        for send in [0, 1_000_001] {
            let entry = JournalEntry(intentID: "p", attempt: 1, event: .requestLeaving(.confirm(key), send: send))
            if (try? RecordCodec.encode(entry, at: stamp)) != nil { wrong.append("wrote send \(send)") }
        }
        #expect(wrong == [])
    }

    @Test func aRecordOfTheTillKeepsItsBounds() throws {
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 0)
        func error(_ kind: String, _ count: Int) -> RecordError? {
            let record = ShopRecord(kind: kind, version: 0, body: Array(repeating: 7, count: count))
            do throws(RecordError) {
                let bytes = try RecordCodec.encode(JournalEntry(shop: record), at: stamp)
                return try RecordCodec.decode(bytes, sequence: 1).entry.shopRecord == record ? nil : .trailingBytes
            } catch {
                return error
            }
        }
        let most = ShopRecord.maximumByteCount
        let longest = String(repeating: "k", count: ShopRecord.maximumKindByteCount)
        #expect([error("e", most), error(longest, 0)] == [nil, nil])
        let refusals = [error("", 0), error(longest + "k", 0), error("e", most + 1)]
        #expect(refusals == Array(repeating: .malformed(field: "till record"), count: 3))
        // Bytes that nobody here wrote: the same record with one more in its kind, and with none.
        var bytes = try RecordCodec.encode(
            JournalEntry(shop: ShopRecord(kind: "k", version: 9, body: [])), at: stamp)
        let kind = try #require(bytes.lastIndex(of: UInt8(ascii: "k")))
        bytes[kind - 1] = 0
        bytes.remove(at: kind)
        bytes[1] -= 1
        #expect(throws: RecordError.malformed(field: "till record")) { try RecordCodec.decode(bytes, sequence: 1) }
    }

    /// What is recorded of a terminal; a statement without a provenance is of a version that kept none.
    private static var terminalForms: [(JournalEntry.Event, String)] {
        let key = IdempotencyKey("k")
        let command = TerminalCommand(
            .sale, key: key, terminal: "1", amount: Amount(minorUnits: 1000, currency: .eur), lastReceipt: 41)
        func told(_ provenance: TerminalStatement.Provenance?) -> TerminalRecord {
            let told = TerminalStatement(
                isSuccess: true, code: "00", amount: 1000, receipt: 42, provenance: provenance)
            return .told(key, told)
        }
        let forms: [(TerminalRecord, String)] = [
            (.leaving(command), "0101016b0131d00f0365757200015200"),
            (told(nil), "02016b0102303001d00f01540000"), (.canceled, "04"), (.batchClosing, "05"),
            (told(.init(terminal: "1", currency: "978")), "06016b0102303001d00f01540000" + "010131010339373800"),
            (.ended(key, .notExecuted(code: "6C")), "03016b01023643"), (.ended(key, .contradicted), "03016b02"),
            (.ended(key, .decided(isExecuted: true, by: "Ada")), "03016b030103416461"),
        ]
        return forms.map { (.terminal($0), "0a" + $1) }
    }

    /// The form on disk: it may grow, and what is written today must be readable for ever.
    @Test func theFormOfTheFirstVersionStays() throws {
        let terms = PaymentTerms(
            intentID: "pi_1", amount: Amount(minorUnits: 1099, currency: .eur), captureMethod: .manual, baseKey: "k",
            order: "o")
        let facts = IntentFacts(
            id: "pi_1", amount: terms.amount, status: .requiresCapture, capturable: 1099, charge: "ch_1")
        let entries: [(JournalEntry.Event, String)] = [
            (.attemptOpened(reader: "r", .charge("ch_0")), "010101720204" + "63685f30"),
            (.cancelAsked(.reverseIfApproved, by: .customer), "020202"),
            (
                .requestLeaving(.capture(IdempotencyKey("k/1/capture"), amount: 1), send: 2),
                "03030b6b2f312f63617074757265010204"
            ),
            (
                .requestLeaving(.capture(IdempotencyKey("k/1/capture"), amount: 1, applicationFee: 100), send: 2),
                "03080b6b2f312f636170747572650102c80104"
            ),
            (
                .settled(.confirm(IdempotencyKey("c")), .approved(facts), receipt: nil),
                "040201630104" + "70695f31961103657572001072657175697265735f6361707475726501961100000104"
                    + "63685f310000"
            ),
            (.claimed, "05"), (.acknowledged(by: "Ann"), "0603416e6e"),
            (
                .refundLeaving(
                    .init(paymentIntent: "p", metadata: ["b": "2", "a": "1"]), IdempotencyKey("k"), send: 1),
                "07017000000201610131016201320001" + "6b02"
            ),
            (
                .refundLeaving(.init(charge: "c", refundsApplicationFee: true), IdempotencyKey("k"), send: 1),
                "100000000000016b020001010163" + "00"
            ),
            (.requestSettled(IdempotencyKey("k"), RequestEnd(.unknown, isTold: true)), "08016b03"),
            (.requestSettled(IdempotencyKey("k"), RequestEnd(.succeeded, object: "re")), "0d016b010102726500"),
            (
                .callLeaving(
                    MoneyCall(.transferReversal, subject: "tr", fields: [.init("a", "b")]), IdempotencyKey("k"),
                    send: 1), "0e0201027472000001016101620" + "16b02"
            ),
            (.requestTold(IdempotencyKey("k")), "0f016b"),
            (
                .setupLeaving(
                    CardSetup(setupIntent: "s", customer: "c", allowRedisplay: .always), IdempotencyKey("k"), send: 1),
                "1201730101" + "6306616c77617973" + "016b02"
            ),
            (.offline(.forwarding(IdempotencyKey("k"), send: 1)), "0902016b02"),
            (.offline(.created(intentID: "p")), "09030170"),
            (
                .offline(.forwarded(.saved(SetupFacts(id: "s", status: .succeeded, generatedCard: "pm")))),
                "090c0173" + "09737563636565646564" + "0102706d"
            ),
            (.offline(.quarantined(.init(.payloadDamaged, message: "m"))), "090604016d"),
            (.offline(.released), "0907"), (.offline(.deleted(by: "Ann")), "090803416e6e"),
            (.shop(ShopRecord(kind: "event", version: 1, body: [0, 255])), "0b056576656e74010200ff"),
        ]
        var wrong: [String] = []
        for (event, expected) in entries + Self.terminalForms {
            let entry = JournalEntry(intentID: "pi_1", attempt: 1, terms: terms, event: event)
            let bytes = try RecordCodec.encode(entry, at: Stamp(unixMilliseconds: 1, upMilliseconds: -1, boot: 255))
            let content = "020100000000000000ff" + "0470695f31" + "02" + "01" + "961103657572" + "00" + "066d616e75616c"
            let all = content + "016b" + "01016f" + expected
            let form = "01" + Hex.encode([UInt8(all.utf8.count / 2)]) + all
            if Hex.encode(bytes) != form { wrong.append("\(event): \(Hex.encode(bytes)), not \(form)") }
        }
        #expect(wrong == [])
    }

    /// Terms and facts that grew later have tags of their own; what was written before reads as ever.
    @Test func theFormOfLaterTermsAndFactsStays() throws {
        let amount = Amount(minorUnits: 1099, currency: .eur)
        func terms(_ id: String) -> PaymentTerms { PaymentTerms(intentID: id, amount: amount, baseKey: "k") }
        let base = "961103657572" + "00" + "096175746f6d61746963" + "016b" + "00"
        var tipped = terms("pi_1")
        tipped.tip = 100
        var grown = terms("pi_1")
        (grown.maximumSurcharge, grown.surcharge, grown.acceptsPartial, grown.authorized) = (50, 33, true, 700)
        var other = terms("pi_2")
        other.acceptsPartial = true
        var chosen = terms("pi_1")
        chosen.conversion = .accepted(Amount(minorUnits: 1200, currency: .usd))
        var (waiting, waitingChosen) = (terms("pi_1"), chosen)
        (waiting.awaitsIssuer, waitingChosen.awaitsIssuer) = (true, true)
        let facts = IntentFacts(
            id: "p", amount: Amount(minorUnits: 700, currency: .eur), status: .succeeded, requested: 1099, surcharge: 33
        )
        var (plain, converted) = (facts, facts)
        (plain.requested, plain.surcharge) = (nil, 0)
        converted.conversion = .declined
        let body = "0170" + "f80a03657572" + "00" + "09737563636565646564" + "0000" + "00" + "0000"
        let forms: [(PaymentTerms?, JournalEntry.Event, String)] = [
            (tipped, .claimed, "03" + base + "01c801" + "05"),
            (grown, .claimed, "05" + base + "00" + "64" + "0142" + "01" + "01f80a" + "05"),
            (other, .claimed, "06" + "0470695f32" + base + "00" + "00" + "00" + "01" + "00" + "05"),
            (
                nil, .settled(.retrieve, .approved(facts), receipt: nil),
                "00" + "0406" + "07" + body + "019611" + "42" + "00"
            ),
            (nil, .offline(.forwarded(.approved(facts))), "00" + "0909" + body + "019611" + "42"),
            (chosen, .claimed, "07" + base + "00" + "00" + "00" + "00" + "00" + "01e01203757364" + "05"),
            (
                nil, .settled(.retrieve, .approved(converted), receipt: nil),
                "00" + "0406" + "08" + body + "019611" + "42" + "02" + "00"
            ),
            (nil, .offline(.forwarded(.approved(converted))), "00" + "090d" + body + "019611" + "42" + "02"),
            (waiting, .claimed, "09" + base + "00" + "00" + "00" + "00" + "00" + "00" + "05"),
            (waitingChosen, .claimed, "09" + base + "00" + "00" + "00" + "00" + "00" + "0101e01203757364" + "05"),
            (nil, .concluding(plain), "00" + "1a01" + body),
            (nil, .concluding(facts), "00" + "1a02" + body + "019611" + "42"),
            (nil, .concluding(converted), "00" + "1a03" + body + "019611" + "42" + "02"),
        ]
        var wrong: [String] = []
        for (terms, event, expected) in forms {
            let entry = JournalEntry(intentID: "pi_1", attempt: 1, terms: terms, event: event)
            let bytes = try RecordCodec.encode(entry, at: Stamp(unixMilliseconds: 1, upMilliseconds: -1, boot: 255))
            let all = "020100000000000000ff" + "0470695f31" + "02" + expected
            let form = "01" + Hex.encode([UInt8(all.utf8.count / 2)]) + all
            if Hex.encode(bytes) != form { wrong.append("\(event): \(Hex.encode(bytes)), not \(form)") }
            if try RecordCodec.decode(bytes, sequence: 1).entry != entry { wrong.append("\(event) reads differently") }
        }
        #expect(wrong == [])
    }
}
