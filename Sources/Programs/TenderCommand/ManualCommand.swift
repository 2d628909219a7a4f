import CommandLineOptions
import TenderFiles

/// The command that prints a page of the manual, or writes all pages into a folder.
enum ManualCommand: Command {
    static let name = "man"
    static let summary = "print a page of the manual, or write every page into a folder"
    private static let page = Operand<String?>(
        optional: "PAGE", "page, such as tender-sale; tender when left out",
        as: OptionText("a page such as tender-sale", completion: .words(TenderManual.names)) { name in
            TenderManual.names.contains(name) ? name : nil
        })
    private static let folder = Option("output", "FOLDER", "write every page into this folder, as PAGE.1", as: .file)
    static let operands: [any DeclaredOperand] = [page]
    static let options: [any DeclaredOption] = [folder, Output.json]
    static let notes = "To read one: tender man tender-sale | man -l -"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        guard let folder = arguments[folder] else {
            let text = TenderManual.text(try arguments[page] ?? TenderManual.main)
            output.line(String(text.dropLast()))
            output.object(["page": text])
            return .done
        }
        for name in TenderManual.names {
            try DurableFile.write(Array(TenderManual.text(name).utf8), to: "\(folder)/\(name).1", mode: 0o644)
        }
        output.object(["pages": TenderManual.names])
        return .done
    }
}
