import CodeScanner

/// The penalty for a mask: fewer points mean that the symbol is easier to scan.
enum QRPenalty {
    /// The points of a finished symbol (ISO/IEC 18004, evaluation of mask results).
    static func points(of modules: QRModules) -> Int {
        let side = modules.side
        var points = 0
        for line in 0..<side {
            points += pointsOfLine((0..<side).map { modules[$0, line] })
            points += pointsOfLine((0..<side).map { modules[line, $0] })
        }
        return points + pointsOfBlocks(modules) + pointsOfBalance(modules)
    }

    /// Points for long runs of one colour and for patterns like a finder.
    private static func pointsOfLine(_ line: [Bool]) -> Int {
        let runs = runs(in: line)
        var points = runs.reduce(0) { $0 + ($1 >= 5 ? $1 - 2 : 0) }
        // Runs alternate and start with light, so odd runs are dark.
        for middle in stride(from: 3, to: runs.count, by: 2) where middle + 2 < runs.count {
            let unit = runs[middle - 2]
            guard unit > 0, runs[middle] == 3 * unit, [-1, 1, 2].allSatisfy({ runs[middle + $0] == unit }) else {
                continue
            }
            let before = middle == 3 ? Int.max : runs[middle - 3]
            let after = middle + 3 < runs.count ? (middle + 3 == runs.count - 1 ? Int.max : runs[middle + 3]) : Int.max
            if before >= 4 * unit { points += 40 }
            if after >= 4 * unit { points += 40 }
        }
        return points
    }

    /// The lengths of alternating light and dark runs. The first and last runs are light and may be empty, because
    /// everything beyond the edge is light.
    private static func runs(in line: [Bool]) -> [Int] {
        var runs = [0]
        var isDark = false
        for module in line {
            if module != isDark {
                runs.append(0)
                isDark = module
            }
            runs[runs.count - 1] += 1
        }
        if isDark { runs.append(0) }
        return runs
    }

    /// Points for blocks of two by two modules of one colour.
    private static func pointsOfBlocks(_ modules: QRModules) -> Int {
        var points = 0
        for y in 0..<max(modules.side - 1, 0) {
            for x in 0..<modules.side - 1 {
                let color = modules[x, y]
                if modules[x + 1, y] == color, modules[x, y + 1] == color, modules[x + 1, y + 1] == color {
                    points += 3
                }
            }
        }
        return points
    }

    /// Ten points for every five per cent that the share of dark modules differs from one half.
    private static func pointsOfBalance(_ modules: QRModules) -> Int {
        let total = modules.side * modules.side
        var dark = 0
        for y in 0..<modules.side {
            for x in 0..<modules.side where modules[x, y] { dark += 1 }
        }
        return 10 * (abs(20 * dark - 10 * total) / max(total, 1))
    }
}
