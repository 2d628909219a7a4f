import TenderTestSupport

extension TestClock {
    /// Moves from deadline to deadline, but to none of what begins when `isMissing` ends; a pending read sleeps a day.
    func advance(while isMissing: () -> Bool) async {
        let hour = Instant(sinceStart: .seconds(3600))
        while true {
            let next = nextDeadline
            guard isMissing() else { return }
            if let next, next < hour, now < next { advance(by: now.duration(to: next)) }
            await Task.yield()
        }
    }
}
