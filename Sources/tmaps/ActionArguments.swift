import TMapsProtocol

/// `TYPE key=value key:=json …` as the JSON text of an action, read by the action table. With `isPattern` of an event
/// that is waited for: fields may be missing, and a type that is not in the table is not worth a word.
struct ActionArguments {
    private(set) var json = ""
    /// What is not in the table and passes: for standard error.
    private(set) var warnings: [String] = []

    let type: String
    let entry: ActionEntry?
    /// `--custom`: what the table does not know, or calls wrong, is meant so.
    private let isCustom: Bool
    private let isPattern: Bool

    init(_ arguments: [String], isCustom: Bool, isPattern: Bool = false) throws(UsageError) {
        guard let type = arguments.first else { throw UsageError("expected the action's TYPE") }
        if type.hasPrefix("{") { throw UsageError("a whole action in JSON: expected nothing beside it") }
        guard !type.isEmpty, !type.contains("=") else {
            throw UsageError("expected the action's TYPE first, then key=value")
        }
        self.type = type
        self.isCustom = isCustom
        self.isPattern = isPattern
        entry = ActionCatalog.entry(named: type)
        try checkType()
        var members = ["\"type\":" + JSONWriter.quoted(type)]
        var names: Set<String> = ["type"]
        for (index, argument) in arguments.enumerated().dropFirst() {
            do throws(UsageError) {
                let (name, value) = try member(argument, place: index + 1)
                guard names.insert(name).inserted else {
                    throw UsageError(name == "type" ? "the type is given already: \(type)" : "\(name) is given twice")
                }
                members.append(JSONWriter.quoted(name) + ":" + value)
            } catch {
                throw UsageError(error.message, argument: index)
            }
        }
        json = "{" + members.joined(separator: ",") + "}"
        if !isCustom, !isPattern { try ActionArguments.check(json, checksFields: true, hint: hint) }
    }

    private var anyway: String { isPattern ? "takes it as it is" : "sends it as it is" }
    private var hint: String { entry.map { "; see tmaps actions \($0.name)" } ?? "" }

    private mutating func checkType() throws(UsageError) {
        guard entry == nil, !isCustom else { return }
        let names = ActionCatalog.entries.map(\.name)
        if let near = Suggestion.nearest(to: type, among: names) {
            throw UsageError("no such action \(type); did you mean \(near)? --custom \(anyway)")
        }
        if !isPattern { warnings.append("\(type) is not in the action table; sent as a custom action") }
    }

    /// One `key=value` or `key:=json`. What is no value of the table is told without it: it may be a secret.
    private mutating func member(
        _ argument: String, place: Int
    ) throws(UsageError) -> (name: String, json: String) {
        guard let sign = argument.firstIndex(of: "=") else {
            throw UsageError("argument \(place): expected key=value or key:=json, found no \"=\"")
        }
        let value = String(argument[argument.index(after: sign)...])
        var name = argument[..<sign]
        let isRaw = name.hasSuffix(":")
        if isRaw { name.removeLast() }
        guard !name.isEmpty else { throw UsageError("argument \(place): expected a key before \"=\"") }
        let field = try field(String(name))
        guard isRaw else { return (String(name), try typed(value, String(name), field)) }
        if let place = JSONArgument.fault(in: value) { throw UsageError("\(name): the value is not JSON, \(place)") }
        return (String(name), value)
    }

    /// What the table says of a field; nil where it does not know it.
    private mutating func field(_ name: String) throws(UsageError) -> ActionField? {
        guard let entry, name != "type" else { return nil }
        if let field = entry.fields.first(where: { $0.name == name }) { return field }
        guard !isCustom else { return nil }
        if let near = Suggestion.nearest(to: name, among: entry.fields.map(\.name)) {
            throw UsageError("\(type) has no field \(name); did you mean \(near)? --custom \(anyway)")
        }
        if !isPattern { warnings.append("\(type) has no field \(name) in the action table; sent as it is\(hint)") }
        return nil
    }

    private func typed(_ value: String, _ name: String, _ field: ActionField?) throws(UsageError) -> String {
        guard let entry, let field else { return ActionArguments.guessed(value, name) }
        do throws(Refusal) {
            return try entry.json(argument: value, of: field)
        } catch {
            guard !isCustom else { return ActionArguments.guessed(value, name) }
            throw UsageError(error.message + hint)
        }
    }

    /// Of a field that the table does not know: a number, true, false or null where the text is exactly that, else a
    /// string; always a string where a field of that name is one elsewhere, so that the id 007 stays "007".
    private static func guessed(_ value: String, _ name: String) -> String {
        let isString = stringNames.contains(name) || stringEndings.contains { name.hasSuffix($0) }
        return isString || !JSONArgument.isScalar(value) ? JSONWriter.quoted(value) : value
    }

    private static let stringNames = Set(ActionCatalog.entries.flatMap { strings(in: $0.fields) })
    private static let stringEndings = ["_id", "_name", "_url", "_secret", "_token", "_color", "_colour"]

    private static func strings(in fields: [ActionField]) -> [String] {
        fields.flatMap { (field: ActionField) -> [String] in
            switch field.kind {
            case .string, .id, .color, .choice: [field.name]
            case .object(let shape), .array(of: .object(let shape)): strings(in: shape.fields)
            default: []
            }
        }
    }

    /// Refuses what no bridge would take, and with `checksFields` what the table calls wrong.
    static func check(_ json: String, checksFields: Bool = false, hint: String = "") throws(UsageError) {
        let refusal: Refusal? = Array(json.utf8).withUnsafeBytes { bytes in
            do throws(Refusal) {
                return try ActionScanner.scan(bytes, checksFields: checksFields).violation
            } catch {
                return error
            }
        }
        guard let refusal else { return }
        let isField = refusal.code == .invalidField
        throw UsageError(isField ? refusal.message + hint : "\(refusal.code.rawValue): \(refusal.message)")
    }
}
