import FlipcashCommands

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

exit(await CommandLineTool.runProcess(forceExit: { _exit($0) }))
