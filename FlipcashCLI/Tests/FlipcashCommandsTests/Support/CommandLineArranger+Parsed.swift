import ArgumentParser
import Testing

@testable import FlipcashCommands

extension CommandLineArranger {
    /// Parses the arguments with the parser of the command that they name.
    ///
    /// From the root down, the library of an unoptimised build checks the definitions of each command on the way several
    /// times: a fifth of a second for each line, and half of the processor time of these tests. What happens on the way is
    /// tested through `CommandLineTool` and by the journeys.
    func parsed() throws -> any FlipcashCommand {
        try #require(try command.parseAsRoot(Array(arguments.dropFirst(names.count))) as? any FlipcashCommand)
    }
}
