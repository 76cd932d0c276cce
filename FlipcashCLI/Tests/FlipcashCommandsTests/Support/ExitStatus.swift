import FlipcashCommands

/// Swift Testing has a type of the same name; here the command line's is meant.
typealias ExitStatus = FlipcashCommands.ExitStatus
