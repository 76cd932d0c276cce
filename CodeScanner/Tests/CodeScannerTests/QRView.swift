import CodeScanner
import Foundation

/// The complete symbols of `Tests/Vectors/qr-code.json`, made by independent encoders.
enum QRMatrices {
    struct Matrix: Decodable {
        var text: String
        var version: Int
        var level: String
        var mask: Int
        var rows: [String]

        var modules: QRModules { QRModules(rows: rows.map { $0.map { $0 == "1" } }) ?? QRModules(side: 0) }
    }

    private struct File: Decodable {
        var matrices: [Matrix]
    }

    static let shared = Result {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Tests/Vectors/qr-code.json")
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).matrices
    }
}

/// A picture of QR codes under construction.
struct QRView {
    private var scene: Scene

    init(width: Int, height: Int, ground: Double = 255) {
        scene = Scene(width: width, height: height, ground: ground)
    }

    func image() throws -> LumaImage { try scene.image() }

    mutating func addNoise(_ amplitude: Double, using random: inout SeededGenerator) {
        scene.addNoise(amplitude, using: &random)
    }

    /// Draws a symbol with its quiet zone, in the middle unless a place is given.
    ///
    /// The symbol is turned clockwise and tilted back, seen from three diameters away.
    mutating func draw(
        _ modules: QRModules, x: Double? = nil, y: Double? = nil, size: Double, turn: Double = 0, tilt: Double = 0,
        dark: Double = 10, light: Double = 245
    ) {
        let (middleX, middleY) = (x ?? Double(scene.width) / 2, y ?? Double(scene.height) / 2)
        let (sine, cosine) = (sin(turn), cos(turn))
        let (rise, lean) = (sin(tilt) / (cos(tilt) * 3 * size), cos(tilt))
        let half = Double(modules.side) / 2
        let parts = 4
        for index in scene.pixels.indices {
            var sum = 0.0
            for part in 0..<parts * parts {
                let dx = Double(index % scene.width) + (Double(part % parts) + 0.5) / Double(parts) - middleX
                let dy = Double(index / scene.width) + (Double(part / parts) + 0.5) / Double(parts) - middleY
                let depth = 1 - dy * rise
                let (px, py) = (dx / depth, dy / (lean * depth))
                let across = (px * cosine + py * sine) * 2 * half / size + half
                let down = (py * cosine - px * sine) * 2 * half / size + half
                let reach = -4.0..<Double(modules.side) + 4
                guard reach.contains(across), reach.contains(down) else {
                    sum += scene.pixels[index]
                    continue
                }
                sum += modules[Int(across.rounded(.down)), Int(down.rounded(.down))] ? dark : light
            }
            scene.pixels[index] = sum / Double(parts * parts)
        }
    }

    /// Replaces each pixel with the mean of the square around it.
    mutating func blur(_ reach: Int) {
        for isAcross in [true, false] {
            let source = scene.pixels
            for index in source.indices {
                let (x, y) = (index % scene.width, index / scene.width)
                let places = (-reach...reach).map {
                    isAcross
                        ? y * scene.width + min(max(x + $0, 0), scene.width - 1)
                        : min(max(y + $0, 0), scene.height - 1) * scene.width + x
                }
                scene.pixels[index] = places.reduce(0) { $0 + source[$1] } / Double(places.count)
            }
        }
    }
}
