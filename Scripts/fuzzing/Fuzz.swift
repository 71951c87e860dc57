// Differential fuzzing of the scanner: what it says of a text has to be what `ReferenceJSON` says, and what is built
// on it has to agree with itself. Scripts/fuzz builds this with Sources/TMapsProtocol as one module.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // A copy in a block of exactly this size: reading behind its end is caught by AddressSanitizer.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { bytes.deallocate() }
    if let start { bytes.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count)) }
    let text = UnsafeRawBufferPointer(bytes)
    let reference = try? ReferenceJSON(text)
    let answer = scan(text, checksFields: false)
    compare(answer, reference)
    compareWithFields(answer, text)
    if case .success(let action) = answer { check(action) }
    if reference != nil { checkValue(text) }
    _ = try? EnvelopeScanner.scan(text, checksFields: true)
    _ = try? ServerEnvelopeScanner.scan(text)
    _ = try? ActionScanner.scanAll(text, checksFields: true)
    _ = try? ActionScanner.unwrap(text)
    return 0
}

private func scan(_ text: UnsafeRawBufferPointer, checksFields: Bool) -> Result<ScannedAction, Refusal> {
    do throws(Refusal) {
        return .success(try ActionScanner.scan(text, checksFields: checksFields))
    } catch {
        return .failure(error)
    }
}

private func compare(_ answer: Result<ScannedAction, Refusal>, _ reference: ReferenceJSON?) {
    switch (answer, reference) {
    case (.success(let action), let reference?):
        precondition(reference.isObject && reference.types.count == 1, "not an action, accepted")
        precondition(Array((reference.types[0] ?? "\0").utf8) == Array(action.type.utf8), "another type")
    case (.success, nil): preconditionFailure("no JSON, accepted")
    case (.failure(let refusal), let reference?):
        let isAction = reference.isObject && reference.types.count == 1 && reference.types[0] != nil
        precondition(!isAction, "an action, refused: \(refusal.message)")
        let isTwice = reference.types.count > 1
        precondition(
            refusal.code == (isTwice ? .duplicateKey : .notAnAction), "JSON, refused as \(refusal.code.rawValue)")
    case (.failure(let refusal), nil):
        precondition(refusal.code == .invalidJSON || refusal.code == .tooDeep, "no JSON: \(refusal.code.rawValue)")
    }
}

/// Looking at the fields changes nothing else, and finds the same wherever the type stands.
private func compareWithFields(_ answer: Result<ScannedAction, Refusal>, _ text: UnsafeRawBufferPointer) {
    switch (answer, scan(text, checksFields: true)) {
    case (.success(let plain), .success(let checked)):
        precondition(plain.type == checked.type && plain.bytes.count == checked.bytes.count)
        precondition(plain.violation == nil && checked.violation?.code ?? .invalidField == .invalidField)
        guard let entry = checked.entry else { return precondition(checked.violation == nil) }
        // The same members behind a type in front.
        let front = Array("{\"type\":\"\(entry.name)\",\"a\":".utf8) + Array(checked.bytes) + Array("}".utf8)
        let outcome = try? front.withRawBytes { (bytes) throws(Refusal) in
            try ActionScanner.scan(bytes, checksFields: true).violation == nil
        }
        precondition(outcome == (entry.fields.allSatisfy { !$0.isRequired }) || outcome == nil, "unknown fields pass")
        var cursor = JSONCursor(checked.bytes)
        let again = try? cursor.checkObject(entry.shape.rule, depth: 0)
        precondition(again?.refusal == checked.violation, "\(String(describing: checked.violation))")
    case (.failure(let plain), .failure(let checked)): precondition(plain == checked)
    default: preconditionFailure("accepted only one way")
    }
}

private func check(_ action: ScannedAction) {
    let masked = SecretMask.mask(action.bytes)
    masked.withUnsafeBytes { bytes in
        guard case .success(let again) = scan(bytes, checksFields: false) else {
            preconditionFailure("mask is no action")
        }
        precondition(again.type == action.type)
    }
    guard let typed = try? Action(json: String(decoding: action.bytes, as: UTF8.self)) else { return }
    guard let text = try? typed.json() else { return }
    guard let again = try? Action(json: text) else { preconditionFailure("written and not read: \(text)") }
    precondition(again == typed, "\(again) is not \(typed)")
}

/// A value that is read and written is the same value.
private func checkValue(_ text: UnsafeRawBufferPointer) {
    guard let value = try? JSONValue(json: String(decoding: text, as: UTF8.self)) else {
        preconditionFailure("JSON, not read")
    }
    guard let written = try? value.json(), let again = try? JSONValue(json: written) else {
        preconditionFailure("not written")
    }
    precondition(again == value, written)
}
