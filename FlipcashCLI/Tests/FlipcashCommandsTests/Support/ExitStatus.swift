import FlipcashCommands

/// The command line's type. Swift Testing has a type with the same name.
typealias ExitStatus = FlipcashCommands.ExitStatus
