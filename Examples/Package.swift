// swift-tools-version: 6.2
import PackageDescription

let bridge = "tmaps-bridge"
let adapters: Target.Dependency = .product(name: "TMapsAdapters", package: bridge)

func example(_ name: String, _ more: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name, dependencies: ["ExampleSupport", .product(name: "TMapsClient", package: bridge)] + more)
}

// A package of its own, as a program that uses the library is: it sees nothing but what is public.
let package = Package(
    name: "tmaps-bridge-examples",
    dependencies: [.package(name: bridge, path: "..")],
    targets: [
        .target(name: "ExampleSupport"),
        example("TMapsSample", [.product(name: "TMapsProtocol", package: bridge)]),
        example("Capitals", [adapters]),
        example("Attractions", [adapters]),
        example("OnePOI", [adapters]),
    ],
    swiftLanguageModes: [.v6]
)
