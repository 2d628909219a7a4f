import FoundationEssentials
import Glibc
import TenderCrypto
import TenderDevices
package import TenderSale
package import TillScreens

/// A verifier of PINs that accepts none for a while after too many wrong ones, even if the program was restarted
/// meanwhile.
package actor PINDesk {
    private var people: [String: Cashier]
    private let path: String
    private var locks: [String: SignInLock] = [:]

    /// Reads the locks of earlier runs; blocks.
    package init(people: [Cashier], path: String) {
        self.people = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        self.path = path
        if let data = try? Data(contentsOf: URL(filePath: path)),
            let stored = try? JSONDecoder().decode([String: SignInLock].self, from: data)
        {
            locks = stored
        }
    }

    /// Verifies the PINs of other people from now on.
    func take(_ people: [Cashier]) { self.people = Dictionary(people.map { ($0.id, $0) }) { first, _ in first } }

    /// Verifies PINs one after the other, since each takes a while and much memory.
    package func check(_ attempt: PINAttempt) async -> PINVerdict {
        guard let person = people[attempt.personID], person.isActive else { return .wrong }
        var lock = locks[person.id] ?? SignInLock()
        let wait = lock.remaining(at: Self.now)
        guard wait == 0 else { return .locked(seconds: (wait + 999) / 1000) }
        // Counted before it is verified: killing the program meanwhile gains no further attempt.
        lock.fail(at: Self.now)
        await store(lock, of: person.id)
        let isRight = await OwnThread.run { (try? person.pin.matches(attempt.pin)) ?? false }
        if isRight {
            lock.reset()
            await store(lock, of: person.id)
            return .right(personID: person.id, attempt.purpose)
        }
        let rest = lock.remaining(at: Self.now)
        return rest > 0 ? .locked(seconds: (rest + 999) / 1000) : .wrong
    }

    private func store(_ lock: SignInLock, of id: String) async {
        locks[id] = lock
        let (all, path) = (locks, path)
        await OwnThread.run {
            // Without a writable place, the lock holds as long as the program runs.
            if let data = try? JSONEncoder().encode(all) { try? TillFile.write([UInt8](data), to: path) }
        }
    }

    /// The milliseconds since this machine started, which no change of the clock of the day affects.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
