/// The words of which the ways to present a card are put together.
enum ReaderPrompt: CaseIterable {
    case tap, insert, swipe, wait
}
