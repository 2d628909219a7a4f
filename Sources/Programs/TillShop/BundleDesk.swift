import Tender
import TenderChain
import TenderDevices
import TenderFiles
import TenderSale
import TillScreens

/// The bundle that an uplink keeps beside the journal, for the till to sell with.
actor BundleDesk {
    private struct Offer {
        let record: BundleRecord
        let people: [Cashier]?
    }

    private let path: String
    private let plan: ShopPlan.Bundles
    private let currency: Currency
    private let line: TillLine
    /// The newest version that the journal knows.
    private var known: Int64
    private var offer: Offer?
    private var stamp: FileStamp?

    /// Looks after the bundle of a journal.
    ///
    /// - Parameters:
    ///   - journal: The journal's path.
    ///   - known: The newest version in the journal; 0 for none.
    ///   - currency: What the till sells in.
    init(_ plan: ShopPlan.Bundles, journal: String, known: Int64, currency: Currency, line: TillLine) {
        path = SignedBundle.path(journal: journal)
        self.plan = plan
        self.known = known
        self.currency = currency
        self.line = line
    }

    /// Offers the till the bundle that is there, or the one before it; what is refused is told.
    func begin() async {
        stamp = await stampNow()
        // The till was started with its own file, so what the journal knows already counts anew.
        guard await !read(path, newerThan: known - 1) else { return }
        _ = await read(path + ".before", newerThan: known - 1)
    }

    /// Offers each newer bundle, until the task is canceled.
    func watch() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            let now = await stampNow()
            guard now != stamp else { continue }
            stamp = now
            _ = await read(path, newerThan: newest)
        }
    }

    /// Returns what to write into the journal for a version that the till sells with now, and who works there; the record is
    /// `nil` if the journal has it already.
    func adopted(_ version: Int64, at time: Int64) -> (record: BundleRecord?, people: [Cashier]?) {
        guard let offer, offer.record.version == version else { return (nil, nil) }
        var record = offer.record
        record.time = time
        return (version > known ? record : nil, offer.people)
    }

    /// Notes that the journal has a version.
    func recorded(_ version: Int64) { known = max(known, version) }

    /// The newest version that the journal knows, or that was offered.
    private var newest: Int64 { max(known, offer?.record.version ?? 0) }

    private func stampNow() async -> FileStamp? { await OwnThread.run { [path] in FileStamp(path) } }

    /// Offers the till a file; returns whether that is good.
    private func read(_ path: String, newerThan version: Int64) async -> Bool {
        let (plan, currency, known) = (plan, currency, known)
        let result = await OwnThread.run { Self.open(path, plan, newerThan: version, known, currency) }
        switch result {
        case nil: return false
        case .success(let (published, record, people))?:
            offer = Offer(record: record, people: people)
            line.tell(.published(published))
            return true
        case .failure(var refusal)?:
            if case .notNewer(let version, _) = refusal { refusal = .notNewer(version, than: newest) }
            line.tell(.failed("head office's bundle is not taken: \(refusal)"))
            return false
        }
    }

    private typealias Opened = (published: PublishedSetup, record: BundleRecord, people: [Cashier]?)

    /// Reads and checks a file; blocks; `nil` if there is none.
    private static func open(
        _ path: String, _ plan: ShopPlan.Bundles, newerThan version: Int64, _ known: Int64, _ currency: Currency
    ) -> Result<Opened, BundleRefusal>? {
        let file: SecretBytes
        do throws(PrivateFileError) {
            file = try PrivateFile.read(path, limit: SignedBundle.maximumFileBytes, isOwn: true)
        } catch {
            if case .unreadable(let failure) = error, failure.isMissing { return nil }
            return .failure(error == .tooLarge ? .tooLarge : .unreadable("its file is not the till's own"))
        }
        return Result { () throws(BundleRefusal) in
            let signed = try SignedBundle(file: file)
            let bundle = try signed.open(plan.trust, newerThan: version)
            let (catalogue, settings) = try bundle.goods()
            guard catalogue.currency == currency else { throw .otherCurrency(catalogue.currency, till: currency) }
            let people = try signed.cashiers()
            let record = BundleRecord(
                time: 0, shop: bundle.shop, version: bundle.version, sha256: Hex.encode(signed.sha256))
            let published = PublishedSetup(
                version: bundle.version, setup: plan.setup(catalogue, settings, people), isNew: bundle.version > known)
            return (published, record, people)
        }
    }
}
