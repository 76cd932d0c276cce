import CCodeScannerIO
import CodeScanner

/// The search of one picture, from the quickest attempt to the most thorough.
struct QRSearch {
    private var plane: QRPlane
    private let effort: QRCodes.Effort
    private let limit: Int
    private var expectations: [QRVersion: QRExpectation] = [:]
    private var found: [QRCodes.Finding] = []

    init(_ plane: QRPlane, effort: QRCodes.Effort, limit: Int) {
        self.plane = plane
        self.effort = effort
        self.limit = limit
    }

    /// The codes in the order found.
    func findings() -> [QRCodes.Finding] {
        var search = self
        let attempts =
            switch effort {
            case .frame: min(plane.attempts, 2)
            case .still: plane.attempts
            }
        for attempt in 0..<attempts {
            for isLightOnDark in [false, true] {
                search.look(attempt: attempt, isLightOnDark: isLightOnDark)
                if search.found.count >= limit { return search.found }
            }
        }
        return search.found
    }

    private mutating func look(attempt: Int, isLightOnDark: Bool) {
        for sighting in plane.sightings(attempt: attempt, isLightOnDark: isLightOnDark) {
            guard !isKnown(sighting), let finding = read(sighting, isLightOnDark: isLightOnDark) else { continue }
            if !found.contains(where: { $0.content == finding.content }) { found.append(finding) }
            if found.count >= limit { return }
        }
    }

    /// Whether the corner pattern lies in a code that was already read.
    private func isKnown(_ sighting: KikQRSighting) -> Bool {
        found.contains { finding in
            let edges = finding.corners.indices.map { (finding.corners[$0], finding.corners[($0 + 1) % 4]) }
            let sides = edges.map { from, to in
                (to.x - from.x) * (sighting.y.0 - from.y) - (to.y - from.y) * (sighting.x.0 - from.x)
            }
            return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
        }
    }

    private mutating func read(_ sighting: KikQRSighting, isLightOnDark: Bool) -> QRCodes.Finding? {
        let fits = versions(near: sighting.span).compactMap { version in
            let expectation = expectation(version)
            return plane.fit(sighting, expectation, isLightOnDark: isLightOnDark).map { (expectation, $0) }
        }
        for (expectation, fit) in fits.sorted(by: { $0.1.contrast > $1.1.contrast }) {
            for sharpness in [0, 0.8] {
                guard
                    let modules = plane.modules(
                        fit.pose, side: expectation.layout.version.side, isLightOnDark: isLightOnDark,
                        sharpness: sharpness)
                else { continue }
                for isMirrored in [false, true] {
                    let upright = isMirrored ? modules.transposed : modules
                    guard let content = QRContent(upright, expectation.layout) else { continue }
                    let corners = fit.pose.corners
                    return QRCodes.Finding(
                        content: content, corners: isMirrored ? [0, 3, 2, 1].map { corners[$0] } : corners,
                        isLightOnDark: isLightOnDark, isMirrored: isMirrored)
                }
            }
        }
        return nil
    }

    /// The versions whose finder patterns lie about this far apart, the nearest first. Large versions are harder to
    /// measure.
    private func versions(near span: Double) -> [QRVersion] {
        let betweenPatterns = 7.0
        let reach = 3.0 + 0.06 * span
        return QRVersion.all.map { ($0, abs(Double($0.side) - betweenPatterns - span)) }
            .filter { $0.1 <= reach }.sorted { $0.1 < $1.1 }.prefix(3).map(\.0)
    }

    private mutating func expectation(_ version: QRVersion) -> QRExpectation {
        if let known = expectations[version] { return known }
        let made = QRExpectation(version)
        expectations[version] = made
        return made
    }
}
