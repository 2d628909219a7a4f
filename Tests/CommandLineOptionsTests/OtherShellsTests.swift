import CommandLineOptions
import Testing

/// The scripts for fish and zsh; `scripts/check-packages` has these shells read them.
@Suite struct OtherShellsTests {
    private static let commands: [CompletedCommand] = [
        .init(
            "roof",
            [
                Option("color", "COLOR", "which [color]: it's yours", as: .choice(["red", "green"])),
                Option(repeated: "file", "FILE", "which file", as: .file),
            ], [Operand("KIND", "kind of roof", as: .choice(["flat", "steep"]))]),
        .init("roof clean", [Option(flag: "json", "print JSON")], [Operand("PLAN", "plan", as: .file)]),
    ]

    @Test func fishHasARuleForEachWordAndOption() {
        let script = CompletionShell.fish.script(program: "paint", commands: Self.commands)
        let rules = script.split(separator: "\n").filter { $0.hasPrefix("complete") }
        #expect(
            rules == [
                #"complete -c paint -f"#,
                #"complete -c paint -n '__paint_at \'\'' -a 'roof'"#,
                #"complete -c paint -n '__paint_at \'roof\'' -a 'clean flat steep'"#,
                #"complete -c paint -n '__paint_at \'roof\'' -l color -x -a 'red green' -d 'which [color]: it\'s yours'"#,
                #"complete -c paint -n '__paint_at \'roof\'' -l file -r -F -d 'which file'"#,
                #"complete -c paint -n '__paint_at \'roof clean\'' -F"#,
                #"complete -c paint -n '__paint_at \'roof clean\'' -l json -d 'print JSON'"#,
            ])
    }

    @Test func zshHasArgumentsForEachCommand() {
        let script = CompletionShell.zsh.script(program: "paint", commands: Self.commands)
        #expect(
            script.contains(
                #"""
                    ('roof')
                        _arguments \
                            '1:KIND:(clean flat steep)' \
                            '--color=[which \[color\]\: it'\''s yours]:COLOR:(red green)' \
                            '*--file=[which file]:FILE:_files'
                        ;;
                    ('roof clean')
                        _arguments \
                            ':PLAN:_files' \
                            '--json[print JSON]'
                        ;;
                """#))
    }
}
