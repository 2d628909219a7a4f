import TenderBytes
import TenderEMV
import TenderTestSupport
import Testing

/// What holds of every walk over data objects, whatever the bytes.
@Suite struct TLVWalkTests {
    /// Builds the objects again from a list, in the shortest form.
    private func build(_ list: TLV, _ elements: [TLV.Element]) -> [UInt8] {
        elements.flatMap { element -> [UInt8] in
            let value =
                element.tag.isConstructed
                ? build(list, list.children(of: element)) : [UInt8](list.value(element))
            return TLV.encode(element.tag, value)
        }
    }

    private func build(_ list: TLV) -> [UInt8] { build(list, list.elements.filter { $0.depth == 0 }) }

    private func randomBytes(_ random: inout SplitMix64) -> [UInt8] {
        (0..<Int(random.next() % 60)).map { _ in
            random.pick([0x6F, 0x70, 0x9F, 0x81, 0x82, 0, 1, 2, 3, 5, 8, UInt8(truncatingIfNeeded: random.next())])
        }
    }

    private func randomObjects(_ random: inout SplitMix64, depth: Int) -> [UInt8] {
        (0..<Int(random.next() % 4)).flatMap { _ -> [UInt8] in
            guard depth < 5, random.chance(40) else {
                let value = (0..<Int(random.next() % 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                return TLV.encode(random.pick([0x50, 0x5A, 0x9F02, 0xDF8101]), value)
            }
            return TLV.encode(random.pick([0x70, 0x6F, 0xBF0C]), randomObjects(&random, depth: depth + 1))
        }
    }

    @Test func theCorpusHasTheObjectsThatItIsSaidToHave() throws {
        let lists = try Vectors.corpus().map { try TLV($0) }
        let elements = lists.flatMap(\.elements)
        #expect([lists.count, elements.count, elements.count { !$0.tag.isConstructed }] == [43, 195, 150])
    }

    @Test func whatIsBuiltFromAWalkIsWhatWasWalked() throws {
        var random = SplitMix64(seed: 21)
        var messages = (0..<2000).map { _ in randomObjects(&random, depth: 0) }
        messages += try Vectors.corpus()
        let wrong = try messages.filter { build(try TLV($0)) != $0 }
        #expect(wrong == [])
    }

    /// With padding and long lengths the bytes differ, but not what they say.
    @Test func whatIsBuiltFromRandomBytesSaysTheSame() throws {
        var random = SplitMix64(seed: 22)
        var wrong: [[UInt8]] = []
        var read = 0
        for _ in 0..<10_000 {
            let bytes = randomBytes(&random)
            guard let list = try? TLV(bytes) else { continue }
            read += 1
            let again = try TLV(build(list))
            let isSame = again.description == list.description || again.elements.map(\.tag) == list.elements.map(\.tag)
            if !isSame || build(again) != again.bytes { wrong.append(bytes) }
        }
        #expect(wrong == [])
        #expect(read > 200)
    }

    /// Also when it ends in an error, which stands inside the bytes and behind what was visited.
    @Test func aWalkVisitsEveryObjectOnceAndEnds() {
        var random = SplitMix64(seed: 23)
        var wrong: [[UInt8]] = []
        for _ in 0..<10_000 {
            let bytes = randomBytes(&random)
            var visited: [TLV.Element] = []
            var fault: Int? = nil
            do throws(TLVError) { try TLV.walk(bytes.span.bytes) { visited.append($0) } } catch { fault = error.place }
            let starts = visited.map(\.whole.lowerBound)
            let isInside = visited.allSatisfy { $0.whole.upperBound <= bytes.count && $0.whole.contains($0.range) }
            let isBehind = fault.map { $0 <= bytes.count && $0 >= starts.last ?? 0 } ?? true
            let isOrdered = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
            if !(isInside && isBehind && isOrdered) { wrong.append(bytes) }
        }
        #expect(wrong == [])
    }

    @Test func everyPrefixOfAMessageIsReadOrRefused() throws {
        var wrong: [Int] = []
        for (index, message) in try Vectors.corpus().enumerated() {
            let ends = try TLV(message).elements.filter { $0.depth == 0 }.map(\.whole.upperBound)
            let read = (1...message.count).filter { (try? TLV([UInt8](message.prefix($0)))) != nil }
            if read != ends { wrong.append(index) }
        }
        #expect(wrong == [])
    }

    @Test func lengthsBeyondTwoBytesAreRefusedAndOthersReadInEveryForm() {
        let refused = ["508300000141", "50840000000141", "508041", "50FF"]
        #expect(refused.map { failure($0) } == [TLVError](repeating: .badLength(at: 1), count: refused.count))
        let read = ["500141", "50810141", "5082000141"].map { Hex.decode($0).flatMap { try? TLV($0) }?.first(0x50) }
        #expect(read == [[0x41], [0x41], [0x41]])
    }

    private func failure(_ text: String) -> TLVError? {
        do throws(TLVError) {
            _ = try TLV(Hex.decode(text) ?? [])
            return nil
        } catch {
            return error
        }
    }
}

extension TLVError {
    fileprivate var place: Int? {
        switch self {
        case .truncated(let offset), .badTag(let offset), .badLength(let offset), .tooDeep(let offset): offset
        case .tooLarge, .tooMany: nil
        }
    }
}
