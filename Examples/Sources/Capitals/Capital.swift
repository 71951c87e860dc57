/// A row of the sample app's table.
struct Capital {
    let name: String
    let country: String
    let latitude: Double
    let longitude: Double

    static let all = [
        Capital(name: "Amman", country: "Jordan", latitude: 31.95522, longitude: 35.94503),
        Capital(name: "Amsterdam", country: "Netherlands", latitude: 52.37403, longitude: 4.88969),
        Capital(name: "Berlin", country: "Germany", latitude: 52.52437, longitude: 13.41053),
        Capital(name: "Brasília", country: "Brazil", latitude: -15.77972, longitude: -47.92972),
        Capital(name: "Cairo", country: "Egypt", latitude: 30.06263, longitude: 31.24967),
        Capital(name: "Canberra", country: "Australia", latitude: -35.28346, longitude: 149.12807),
        Capital(name: "Minsk", country: "Belarus", latitude: 53.9, longitude: 27.56667),
        Capital(name: "Nairobi", country: "Kenya", latitude: -1.28333, longitude: 36.81667),
        Capital(name: "Nuku'alofa", country: "Tonga", latitude: -21.13938, longitude: -175.2018),
        Capital(name: "Ottawa", country: "Canada", latitude: 45.41117, longitude: -75.69812),
        Capital(name: "Reykjavík", country: "Iceland", latitude: 64.13548, longitude: -21.89541),
        Capital(name: "Tokyo", country: "Japan", latitude: 35.6895, longitude: 139.69171),
        Capital(name: "Washington, D.C.", country: "United States", latitude: 38.89511, longitude: -77.03637),
    ]
}
