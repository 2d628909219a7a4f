import CommandLineOptions
import Glibc
import TenderBytes
import TenderCrypto
import TenderSale
import TillShop

/// The addition of a person who may sign in: asks for the PIN, and stores its hash; blocks.
enum NewPerson {
    static func add(_ options: TillOptions) throws {
        guard let id = options[TillOptions.addPerson], let (name, role) = try options.person else {
            throw ShopFailure("give an id, a name and a role: till --add-person mia Mia manager")
        }
        guard isPlain(id), isPlain(name), !id.contains(" ") else {
            throw ShopFailure("id and name must be plain text of up to 60 bytes, and the id without spaces")
        }
        let state = try TillPlans.state(options)
        try state.prepare()
        var people = try PeopleFile.read(state.people)
        guard !people.contains(where: { $0.id == id }) else { throw ShopFailure("somebody has the id \(id)") }
        let pin = try askPIN()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        people.append(Cashier(id: id, name: name, role: role, pin: try PINHash(pin, salt: salt)))
        try PeopleFile.write(people, to: state.people)
        print("\(name) may sign in as \(role.rawValue).")
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...60).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    private static func askPIN() throws -> SecretBytes {
        let pin = try read("PIN: ")
        switch PINRules.refusal(of: pin) {
        case .wrongLength?: throw ShopFailure("a PIN has 4 to 12 digits")
        case .notDigits?: throw ShopFailure("a PIN has digits only")
        case .tooSimple?: throw ShopFailure("this PIN is the first that anybody tries")
        case nil: break
        }
        guard try read("again: ") == pin else { throw ShopFailure("the two PINs differ") }
        return pin
    }

    private static func read(_ prompt: String) throws -> SecretBytes {
        let isTerminal = isatty(STDIN_FILENO) == 1
        let line = Echo.without {
            if isTerminal { print(prompt, terminator: "") }
            fflush(nil)
            return readLine()
        }
        if isTerminal { print("") }
        guard let line else { throw ShopFailure("no PIN was given") }
        return SecretBytes(utf8: line)
    }
}
