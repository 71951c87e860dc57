// swift-tools-version: 6.2
import PackageDescription

let bridge = "tmaps-bridge"

func example(_ name: String) -> Target {
    let products = ["TMapsClient", "TMapsProtocol", "TMapsAdapters"]
    return .executableTarget(
        name: name, dependencies: ["ExampleSupport"] + products.map { .product(name: $0, package: bridge) })
}

// A package of its own, as a program that uses the library is: it sees nothing but what is public.
let package = Package(
    name: "tmaps-bridge-examples",
    dependencies: [.package(name: bridge, path: "..")],
    targets: [
        .target(name: "ExampleSupport"),
        example("TMapsSample"),
        example("Capitals"),
        example("Attractions"),
        example("OnePOI"),
    ],
    swiftLanguageModes: [.v6]
)
