/// What is wrong with a field, and where: built from the inside out, and only when something is wrong.
final class Violation {
    /// `payload[17].id`; empty for the value itself.
    private let path: String
    private let text: String

    init(_ text: String, at path: String = "") {
        self.path = path
        self.text = text
    }

    func inside(_ name: String) -> Violation {
        Violation(text, at: path.isEmpty || path.hasPrefix("[") ? name + path : "\(name).\(path)")
    }

    func inside(element index: Int) -> Violation {
        Violation(text, at: path.isEmpty || path.hasPrefix("[") ? "[\(index)]\(path)" : "[\(index)].\(path)")
    }

    var refusal: Refusal { Refusal(.invalidField, path.isEmpty ? text : "\(path): \(text)") }
}
