#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

func sine(_ angle: Double) -> Double { sin(angle) }
func cosine(_ angle: Double) -> Double { cos(angle) }
