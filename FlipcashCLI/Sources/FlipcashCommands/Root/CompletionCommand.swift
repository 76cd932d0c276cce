import ArgumentParser

/// `flipcash completion bash|zsh|fish`
struct CompletionCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell.",
        discussion: """
            bash   flipcash completion bash > ~/.local/share/bash-completion/completions/flipcash
            zsh    flipcash completion zsh > ~/.zfunc/_flipcash
            fish   flipcash completion fish > ~/.config/fish/completions/flipcash.fish
            """)

    enum Shell: String, CaseIterable, ExpressibleByArgument, Sendable {
        case bash
        case zsh
        case fish
    }

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let script =
            switch shell {
            case .bash: RootCommand.completionScript(for: .bash)
            case .zsh: RootCommand.completionScript(for: .zsh)
            case .fish: RootCommand.completionScript(for: .fish)
            }
        call.printer.line(script)
    }
}
