import TenderBytes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BroadcastTests {
    @Test(arguments: [false, true])
    func theStreamsEndWithTheBroadcast(isLate: Bool) async {
        let broadcast = Broadcast<Int>(bufferSize: 1)
        if isLate { broadcast.finish() }
        let events = broadcast.subscribe()
        if !isLate { broadcast.finish() }
        var received: [Int] = []
        for await event in events { received.append(event) }
        #expect(received == [])
    }
}
