import TMapsAdapters
import TMapsTesting

func json(_ link: MapLink) -> String { String(decoding: link.json(), as: UTF8.self) }
func json(_ url: String) -> String { json(MapLink(url)) }
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Why a link is none, or nil where it is one.
func reason(_ url: String) -> String? {
    if case .incorrect(let link) = MapLink(url) { link.reason } else { nil }
}

func map(_ url: String) -> MapRequest? { if case .map(let request) = MapLink(url) { request } else { nil } }
func route(_ url: String) -> RouteRequest? { if case .route(let request) = MapLink(url) { request } else { nil } }

/// Any scalar values: signs that links are made of, combining marks, right-to-left text, controls, emoji.
func anyText(using generator: inout SeededGenerator) -> String {
    let special = Array("&=+#%?/|\\\"' ,;:@()[]{}<>\u{0}\n\u{301}\u{200D}\u{2028}\u{FEFF}éع😀".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let scalar =
            Bool.random(using: &generator)
            ? special.randomElement(using: &generator)
            : Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
        text.append(scalar ?? "z")
    }
    return String(text)
}

/// Swift compares by canonical equivalence; a link must keep every scalar as it is.
func scalars(_ text: String?) -> [Unicode.Scalar]? { text.map { Array($0.unicodeScalars) } }
