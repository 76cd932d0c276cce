extension CodeExtractor {
    /// The crops of a picture in search order, each with the size at which it is searched.
    struct Plan: Sequence {
        /// Larger sources are halved first.
        static let longestSource = 2400
        /// The longest edge at which a crop is searched.
        static let longestView = 1600
        static let zooms = [1, 2, 5, 10]
        static let smallestHalf = 100
        static let window = 300
        static let windowStep = 150

        /// One search of a part of the picture.
        struct Attempt: Hashable {
            var region: PixelRegion
            var width: Int
            var height: Int

            /// Converts a code's place in a searched crop to the original picture.
            func inSource(_ code: ScannedCode, reduction: Double) -> ScannedCode {
                let zoom = Double(width) / Double(region.width)
                return code.moved(scale: reduction / zoom) {
                    ImagePoint(
                        x: (($0.x + 0.5) / zoom + Double(region.x)) * reduction - 0.5,
                        y: (($0.y + 0.5) / zoom + Double(region.y)) * reduction - 0.5)
                }
            }
        }

        let width: Int
        let height: Int

        func makeIterator() -> IndexingIterator<[Attempt]> {
            var attempts: [Attempt] = []
            var seen: Set<Attempt> = []
            for region in regions {
                for attempt in views(of: region) where seen.insert(attempt).inserted { attempts.append(attempt) }
            }
            return attempts.makeIterator()
        }

        private var regions: [PixelRegion] {
            let whole = PixelRegion(x: 0, y: 0, width: width, height: height)
            var all = [whole]
            addQuadrants(of: whole, to: &all)
            if width >= Plan.window, height >= Plan.window {
                for y in Plan.starts(height) {
                    for x in Plan.starts(width) {
                        all.append(PixelRegion(x: x, y: y, width: Plan.window, height: Plan.window))
                    }
                }
            }
            return all
        }

        /// Adds parents before children, left to right, top to bottom.
        private func addQuadrants(of region: PixelRegion, to all: inout [PixelRegion]) {
            var generation = [region]
            while let first = generation.first, Swift.min(first.width, first.height) / 2 >= Plan.smallestHalf {
                generation = generation.flatMap(Plan.quadrants)
                all += generation
            }
        }

        private static func quadrants(of region: PixelRegion) -> [PixelRegion] {
            let (left, top) = (region.width / 2, region.height / 2)
            let (right, bottom) = (region.width - left, region.height - top)
            return [
                PixelRegion(x: region.x, y: region.y, width: left, height: top),
                PixelRegion(x: region.x + left, y: region.y, width: right, height: top),
                PixelRegion(x: region.x, y: region.y + top, width: left, height: bottom),
                PixelRegion(x: region.x + left, y: region.y + top, width: right, height: bottom),
            ]
        }

        /// The starts of the windows along an edge; the last window ends at the border.
        private static func starts(_ length: Int) -> [Int] {
            Array(stride(from: 0, to: length - window, by: windowStep)) + [length - window]
        }

        private func views(of region: PixelRegion) -> [Attempt] {
            let longest = Swift.max(region.width, region.height)
            if longest > Plan.longestView {
                let scale = Double(Plan.longestView) / Double(longest)
                let (width, height) = (Double(region.width) * scale, Double(region.height) * scale)
                return [Attempt(region: region, width: Swift.max(Int(width), 1), height: Swift.max(Int(height), 1))]
            }
            return Plan.zooms.filter { longest * $0 <= Plan.longestView }.map {
                Attempt(region: region, width: region.width * $0, height: region.height * $0)
            }
        }
    }
}

extension ScannedCode {
    /// The same code with its place in another picture's pixels.
    fileprivate func moved(scale: Double, _ map: (ImagePoint) -> ImagePoint) -> ScannedCode {
        ScannedCode(
            code: code, content: content, centre: map(centre), diameter: diameter * scale,
            corners: corners.map(map), isDarkOnLight: isDarkOnLight, isMirrored: isMirrored)
    }
}
