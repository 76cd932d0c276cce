import CCodeScannerIO
import CodeScanner

/// The searched picture and the steps of its search. It must not outlive the picture's bytes.
struct QRPlane {
    private var native: KikQRPlane

    init(luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int) {
        native = KikQRPlane(
            luma: luma.bindMemory(to: UInt8.self).baseAddress, available: luma.count, width: width, height: height,
            rowStride: rowStride)
    }

    /// The number of ways to search the picture, the quickest first.
    var attempts: Int { kikQRAttempts(native.width, native.height) }

    /// Triples of finder patterns that may belong together, the likeliest first.
    mutating func sightings(attempt: Int, isLightOnDark: Bool) -> [KikQRSighting] {
        let most = 12
        var sightings = [KikQRSighting](repeating: KikQRSighting(), count: most)
        // Safe: writes at most `most` sightings. The plane was checked against its bytes.
        let count = kikQRFind(&native, attempt, isLightOnDark, &sightings, most)
        return Array(sightings.prefix(count))
    }

    /// The pose of a symbol and the contrast of its patterns.
    struct Fit {
        let pose: KikQRPose
        let contrast: Double
    }

    /// Fits the pose of a symbol; `nil` when its patterns are not visible. The contrast is in grey levels.
    mutating func fit(
        _ sighting: KikQRSighting, _ expectation: QRExpectation, isLightOnDark: Bool
    ) -> Fit? {
        var sighting = sighting
        var pose = KikQRPose()
        // Safe: there is an expectation for each of side × side modules.
        let contrast = kikQRFit(
            &native, &sighting, expectation.layout.version.side, expectation.modules, isLightOnDark, &pose)
        return contrast > 0 ? Fit(pose: pose, contrast: contrast) : nil
    }

    /// Reads the modules of a symbol through its pose; `nil` when out of memory.
    mutating func modules(_ pose: KikQRPose, side: Int, isLightOnDark: Bool, sharpness: Double) -> QRModules? {
        var pose = pose
        var values = [UInt8](repeating: 0, count: side * side)
        // Safe: writes exactly side × side modules.
        guard kikQRSample(&native, &pose, side, isLightOnDark, sharpness, &values) else { return nil }
        return QRModules(rows: (0..<side).map { y in values[y * side..<(y + 1) * side].map { $0 != 0 } })
    }
}

/// The modules known in advance for all symbols of a version.
struct QRExpectation {
    let layout: QRLayout
    /// 1 dark, −1 light, 0 unknown, row by row.
    let modules: [Int8]

    init(_ version: QRVersion) {
        layout = QRLayout(version)
        let unknown = Set((layout.formatPlaces + layout.versionPlaces).flatMap { $0 })
        let side = version.side
        var modules = [Int8](repeating: 0, count: side * side)
        for y in 0..<side {
            for x in 0..<side where layout.isReserved(x: x, y: y) && !unknown.contains(QRLayout.Place(x, y)) {
                modules[y * side + x] = layout.patterns[x, y] ? 1 : -1
            }
        }
        self.modules = modules
    }
}

extension KikQRPose {
    /// The corners of the symbol in the picture.
    var corners: [ImagePoint] {
        [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
            let scale = 1 / (1 + vx * x + vy * y)
            return ImagePoint(x: (cx + xx * x + xy * y) * scale, y: (cy + yx * x + yy * y) * scale)
        }
    }
}
