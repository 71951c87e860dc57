import Testing

@testable import TMapsServer

@Suite struct TicketBookTests {
    private func token(_ session: String = "hall") -> AccessToken {
        .init(scope: .session(session), role: .map, expires: 0)
    }

    @Test("a ticket has 22 characters of the URL-safe alphabet and stands for its token, once")
    func once() {
        var book = TicketBook()
        let ticket = book.issue(to: token(), at: .zero)
        #expect(
            ticket.utf8.count == 22
                && ticket.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        #expect(book.redeem("no such ticket", at: .zero) == nil)
        #expect(book.redeem(ticket, at: .zero) == token())
        #expect(book.redeem(ticket, at: .zero) == nil)
    }

    @Test("it is good for less than 30 s, and a late try uses it up too")
    func lifetime() {
        var book = TicketBook()
        let (first, second) = (book.issue(to: token("a"), at: .seconds(1)), book.issue(to: token("b"), at: .seconds(1)))
        #expect(book.redeem(first, at: .milliseconds(30_999)) == token("a"))
        #expect(book.redeem(second, at: .seconds(31)) == nil)
        #expect(book.count == 0)
    }

    @Test("those that are over make room, also where the oldest was used")
    func pruning() {
        var book = TicketBook()
        let used = book.issue(to: token(), at: .zero)
        for second in 1...20 { _ = book.issue(to: token(), at: .seconds(second)) }
        _ = book.redeem(used, at: .seconds(20))
        #expect(book.count == 20)
        _ = book.issue(to: token(), at: .seconds(45))
        #expect(book.count == 6, "those of seconds 16 to 20, and the new one")
    }

    @Test("a flood pushes out the oldest and takes no more room, used or not")
    func flood() {
        var book = TicketBook(capacity: 100)
        let first = book.issue(to: token("first"), at: .zero)
        let kept = (0..<99).map { _ in book.issue(to: token(), at: .zero) }
        #expect(book.count == 100)
        let last = book.issue(to: token("last"), at: .zero)
        #expect(book.count == 100)
        #expect(book.redeem(first, at: .zero) == nil)
        #expect(book.redeem(kept[0], at: .zero) != nil)
        for _ in 0..<10_000 {
            let ticket = book.issue(to: token(), at: .zero)
            #expect(book.redeem(ticket, at: .zero) != nil)
            #expect(book.count <= 100)
        }
        #expect(book.redeem(last, at: .zero) == nil)
    }

    @Test("all of them can be made void")
    func removeAll() {
        var book = TicketBook()
        let ticket = book.issue(to: token(), at: .zero)
        book.removeAll()
        #expect(book.redeem(ticket, at: .zero) == nil)
    }
}
