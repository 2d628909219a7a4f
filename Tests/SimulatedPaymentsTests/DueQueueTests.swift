import Testing

@testable import SimulatedPayments

@Suite struct DueQueueTests {
    @Test func theEarliestComesFirstAndEqualTimesInOrder() {
        var queue = DueQueue<String>()
        for (id, time) in [("a", 5), ("b", 3), ("c", 5), ("d", 1), ("e", 3), ("f", 9)] {
            queue.add(id, at: Int64(time))
        }
        #expect(queue.next(now: 0) == nil)
        var order: [String] = []
        while let id = queue.next(now: 5) { order.append(id) }
        #expect(order == ["d", "b", "e", "a", "c"])
        queue.add("g", at: 2)
        #expect(queue.next(now: 9) == "g")
        #expect(queue.next(now: 8) == nil)
        #expect(queue.next(now: 9) == "f")
        #expect(queue.next(now: .max) == nil)
    }

    @Test func whatEndsATimeComesAfterAllElseOfIt() {
        var queue = DueQueue<String>()
        queue.add("end", at: 5, isLast: true)
        queue.add("later", at: 6)
        queue.add("also the end", at: 5, isLast: true)
        queue.add("first", at: 5)
        var order: [String] = []
        while let id = queue.next(now: 9) {
            if id == "first" { queue.add("second", at: 5) }
            order.append(id)
        }
        #expect(order == ["first", "second", "end", "also the end", "later"])
    }

    @Test func itAgreesWithAStableSort() {
        let times = (0..<500).map { Int64($0 &* 7919 % 101) }
        var queue = DueQueue<String>()
        for (number, time) in times.enumerated() { queue.add("\(number)", at: time) }
        var order: [String] = []
        while let id = queue.next(now: 200) { order.append(id) }
        #expect(order == times.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map(String.init))
    }
}
