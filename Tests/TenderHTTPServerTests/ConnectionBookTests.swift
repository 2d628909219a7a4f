import Testing

@testable import TenderHTTPServer

/// Who has to go, by a clock that the tests turn.
@Suite struct ConnectionBookTests {
    private static let limits = ConnectionBook.Limits(
        request: 30, requestWhenCrowded: 2, pause: 150, pauseWhenCrowded: 10, answer: 100)

    private func book(_ maximum: Int = 100) -> ConnectionBook { ConnectionBook(maximum: maximum, limits: Self.limits) }

    @Test func whoDoesNotFinishARequestIsEnded() {
        var book = book()
        book.opened(4, at: 0)
        book.opened(5, at: 10)
        // A first line in between gives no more time.
        book.begun(4, at: 29)
        #expect([29, 30, 40].map { book.overdue(at: $0) } == [[], [4], [4, 5]])
        book.closed(4)
        #expect(book.overdue(at: 40) == [5])
        #expect(book.count == 1)
    }

    @Test func whatTheGatewayTakesIsNoFaultOfTheClients() {
        var book = book()
        book.opened(4, at: 0)
        book.arrived(4)
        #expect(book.overdue(at: .max).isEmpty)
        book.answered(4, at: 1000)
        #expect(book.overdue(at: 1099).isEmpty)
        #expect(book.overdue(at: 1100) == [4])
    }

    @Test func aUsedConnectionMayPauseAndThenHasATimeForItsRequest() {
        var book = book()
        book.opened(4, at: 0)
        book.arrived(4)
        book.answered(4, at: 10)
        book.ended(4, at: 10)
        #expect(book.overdue(at: 159).isEmpty)
        #expect(book.overdue(at: 160) == [4])
        book.begun(4, at: 159)
        #expect(book.overdue(at: 188).isEmpty)
        #expect(book.overdue(at: 189) == [4])
    }

    /// With room for ten, the ninth makes it crowded: half requests go first, those at work stay.
    @Test func whoHasSentNothingWholeMakesRoomWhenItIsCrowded() {
        var book = book(10)
        for connection in 1...8 { book.opened(Int32(connection), at: 0) }
        book.arrived(1)
        book.ended(2, at: 0)
        #expect(book.overdue(at: 29).isEmpty)
        book.opened(9, at: 28)
        #expect(book.overdue(at: 29) == [2, 3, 4, 5, 6, 7, 8])
        for connection in 3...8 { book.closed(Int32(connection)) }
        #expect(book.overdue(at: 31).isEmpty)
    }

    @Test func whatIsNotKnownIsNobody() {
        var book = book()
        book.ended(7, at: 0)
        book.begun(7, at: 0)
        book.closed(7)
        #expect(book.count == 0)
        #expect(book.overdue(at: .max).isEmpty)
    }
}
