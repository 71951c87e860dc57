import Foundation
import TMapsAdapters

/// A row of the sample app's list, in Amsterdam.
struct Coffeeshop {
    let title: String
    let subtitle: String
    let latitude: Double
    let longitude: Double
    let colour: String

    static let all = [
        Coffeeshop(
            title: "Windmill Coffee", subtitle: "Espresso beside the park", latitude: 52.362315, longitude: 4.857548,
            colour: "#7b4b2a"),
        Coffeeshop(
            title: "Canal Roasters", subtitle: "Beans from six farms", latitude: 52.374119, longitude: 4.884102,
            colour: "#2a5d7b"),
        Coffeeshop(
            title: "Tulip Café", subtitle: "Cake & filter coffee", latitude: 52.359721, longitude: 4.892635,
            colour: "#7b2a5a"),
        Coffeeshop(
            title: "Dockside Brew", subtitle: "Cold brew at the water", latitude: 52.378874, longitude: 4.902211,
            colour: "#2a7b4b"),
    ]

    /// A picture without a file: a cup on the shop's colour.
    var image: String {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">
            <rect width="120" height="80" fill="\(colour)"/>
            <path d="M40 28h32v20a12 12 0 0 1-12 12h-8a12 12 0 0 1-12-12zM72 32h6a8 8 0 0 1 0 16h-6"
            fill="none" stroke="white" stroke-width="4"/></svg>
            """
        return "data:image/svg+xml;base64," + Data(svg.utf8).base64EncodedString()
    }

    var attraction: SRAttraction {
        let attraction = SRAttraction(latitude: latitude, longitude: longitude)
        attraction.name = title
        attraction.subname = subtitle
        attraction.image = image
        return attraction
    }
}
