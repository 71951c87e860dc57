import TMapsClient
import TMapsProtocol

extension Script {
    /// Reads a whole script.
    /// - Throws: everything that is wrong with it, not only what comes first.
    init(_ bytes: [UInt8]) throws(Faults) {
        var faults: [Fault] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            do throws(LineFault) {
                guard String(validating: line, as: UTF8.self) != nil else {
                    throw LineFault(column: 1, message: "the line is not UTF-8")
                }
                var parser = try ScriptParser(ScriptLine(Array(line)))
                guard let command = try parser.command() else { continue }
                steps.append(
                    Step(line: index + 1, column: parser.start, text: parser.text(of: command), command: command))
            } catch {
                faults.append(Fault(line: index + 1, column: error.column, message: error.message))
            }
        }
        if faults.isEmpty, steps.isEmpty {
            faults.append(Fault(line: 1, column: 1, message: "the script is empty"))
        }
        guard faults.isEmpty else { throw Faults(list: faults) }
    }
}

/// Reads the words of one line.
struct ScriptParser {
    static let keywords = ["dispatch", "expect", "loaded", "ready", "session", "wait"]

    private let line: ScriptLine
    private var rest: ArraySlice<ScriptWord>

    init(_ line: ScriptLine) {
        self.line = line
        rest = line.words[...]
    }

    /// The column of the first word.
    var start: Int { line.words.first?.column ?? 1 }

    func text(of command: Script.Command) -> String {
        guard case .dispatch(let dispatch) = command, dispatch.isSecret else { return line.text }
        return "\(dispatch.type) …"
    }

    /// nil for an empty line.
    mutating func command() throws(Script.LineFault) -> Script.Command? {
        guard let first = rest.first else { return nil }
        guard !first.isQuoted, ScriptParser.keywords.contains(first.text) else {
            try checkNoSlip(first)
            return .dispatch(try dispatch())
        }
        rest.removeFirst()
        let command: Script.Command
        switch first.text {
        case "session": command = .session(try identifier("the session's id"))
        case "wait": command = .wait(try duration("how long to wait, such as 2s"))
        case "ready": command = .ready(within: try within())
        case "loaded": command = .loaded(within: try within())
        case "expect": command = .expect(try expectation())
        default: command = .dispatch(try dispatch())
        }
        if let more = rest.first { throw fault("expected nothing after it, found \"\(more.text)\"", at: more) }
        return command
    }

    /// A word in small letters is a slip rather than an action's type, which `dispatch` can send anyway.
    private func checkNoSlip(_ first: ScriptWord) throws(Script.LineFault) {
        guard !first.isQuoted, first.text.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { return }
        let hint = Suggestion.text(for: first.text, among: ScriptParser.keywords + ActionCatalog.entries.map(\.name))
        let expected =
            hint.isEmpty ? "; expected TYPE or one of \(ScriptParser.keywords.joined(separator: ", "))" : hint
        throw fault("no such command \"\(first.text)\"\(expected)", at: first)
    }
}

// MARK: - Words

extension ScriptParser {
    private func fault(_ message: String, at word: ScriptWord?) -> Script.LineFault {
        Script.LineFault(column: word?.column ?? line.endColumn, message: message)
    }

    private mutating func take(_ expected: String) throws(Script.LineFault) -> ScriptWord {
        guard let word = rest.popFirst() else { throw fault("expected \(expected)", at: nil) }
        return word
    }

    private mutating func identifier(_ what: String) throws(Script.LineFault) -> String {
        let word = try take(what)
        guard Identifier.isValid(word.text) else {
            throw fault("\"\(word.text)\" is no id; expected [A-Za-z0-9_-]{1,64}", at: word)
        }
        return word.text
    }

    private mutating func duration(_ what: String) throws(Script.LineFault) -> Duration {
        let word = try take(what)
        do throws(UsageError) {
            return try Duration(typed: word.text)
        } catch {
            throw fault(error.message, at: word)
        }
    }

    private mutating func within() throws(Script.LineFault) -> Duration? {
        guard rest.first?.text == "within" else { return nil }
        rest.removeFirst()
        return try duration("a time behind within, such as 5s")
    }

    /// Reads `TYPE key=value…` by the action table.
    private func arguments(
        _ words: [ScriptWord], isCustom: Bool, isPattern: Bool = false
    ) throws(Script.LineFault) -> ActionArguments {
        do throws(UsageError) {
            return try ActionArguments(words.map(\.text), isCustom: isCustom, isPattern: isPattern)
        } catch {
            throw fault(error.message, at: error.argument.map { words[$0] } ?? words.first)
        }
    }
}

// MARK: - dispatch

extension ScriptParser {
    /// What `tmaps dispatch` takes, with its options.
    private mutating func dispatch() throws(Script.LineFault) -> Script.Dispatch {
        var result = Script.Dispatch(json: "")
        var words: [ScriptWord] = []
        var isCustom = false
        var wait: ScriptWord?
        while let word = rest.popFirst() {
            guard !word.isQuoted, word.text.hasPrefix("--") else {
                words.append(word)
                continue
            }
            switch word.text {
            case "--to": result.to = try identifier("a map's peer id or name behind --to")
            case "--timeout": result.within = try duration("a time behind --timeout, such as 5s")
            case "--custom": isCustom = true
            case "--wait": (result.waits, wait) = (true, word)
            default:
                let hint = Suggestion.text(for: word.text, among: ["--to", "--timeout", "--custom", "--wait"])
                throw fault("no such option \(word.text)\(hint)", at: word)
            }
        }
        try read(words, isCustom: isCustom, into: &result)
        guard !result.waits || TMapsClient.hasEnding(result.json) else {
            throw fault("--wait: no event ends this action, there is nothing to wait for", at: wait)
        }
        return result
    }

    private func read(
        _ words: [ScriptWord], isCustom: Bool, into result: inout Script.Dispatch
    ) throws(Script.LineFault) {
        guard let first = words.first else { throw fault("expected the action's TYPE", at: nil) }
        if first.text.hasPrefix("{") {
            if words.count > 1 { throw fault("a whole action in JSON: expected nothing beside it", at: words[1]) }
            result.json = first.text
        } else {
            let arguments = try arguments(words, isCustom: isCustom)
            (result.json, result.warnings) = (arguments.json, arguments.warnings)
        }
        do throws(Refusal) {
            let scanned = try Array(result.json.utf8).withRawBytes { (bytes) throws(Refusal) in
                let action = try ActionScanner.scan(bytes, checksFields: !isCustom)
                return (type: action.type, entry: action.entry, violation: action.violation)
            }
            if let violation = scanned.violation { throw violation }
            (result.type, result.isSecret) = (scanned.type, scanned.entry?.isSecret == true)
            if scanned.entry?.direction == .toApp, !isCustom {
                throw Refusal(.wrongDirection, "\(scanned.type) is what maps say; a client cannot dispatch it")
            }
        } catch {
            throw fault(error.message, at: first)
        }
    }
}

// MARK: - expect

extension ScriptParser {
    private mutating func expectation() throws(Script.LineFault) -> Script.Expectation {
        var result = Script.Expectation(type: "")
        var words: [ScriptWord] = []
        var isCustom = false
        let no = rest.first.flatMap { !$0.isQuoted && $0.text == "no" ? $0 : nil }
        if no != nil { rest.removeFirst() }
        while let word = rest.first {
            switch word.text {
            case "within" where !word.isQuoted: result.within = try within()
            case "from" where !word.isQuoted:
                rest.removeFirst()
                result.from = try identifier("a map's peer id behind from")
            case "--custom" where !word.isQuoted:
                rest.removeFirst()
                isCustom = true
            default:
                words.append(word)
                rest.removeFirst()
            }
        }
        guard let first = words.first else { throw fault("expected the event's TYPE", at: nil) }
        let pattern = try arguments(words, isCustom: isCustom, isPattern: true)
        if pattern.entry?.direction == .toMap, !isCustom {
            throw fault("\(pattern.type) is what a client dispatches; no map says it", at: first)
        }
        if let no, result.within == nil { throw fault("expect no: expected within TIME at the end", at: no) }
        result.type = pattern.type
        result.isNegated = no != nil
        result.members = try members(of: pattern, at: first)
        return result
    }

    private func members(of pattern: ActionArguments, at word: ScriptWord) throws(Script.LineFault) -> [String:
        JSONValue]
    {
        do throws(Refusal) {
            guard case .object(var members) = try JSONValue(json: pattern.json) else { return [:] }
            members["type"] = nil
            return members
        } catch {
            throw fault(error.message, at: word)
        }
    }
}
