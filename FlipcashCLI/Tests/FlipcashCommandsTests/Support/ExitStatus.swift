import FlipcashCommands

/// Swift Testing has a type of the same name; tests here mean the command line's.
typealias ExitStatus = FlipcashCommands.ExitStatus
