"""What the checks know about source text: which part of it is code, and where a block ends."""
import re

_COMMENT_OR_STRING = re.compile(r"""//[^\n]*|/\*|(?P<hashes>\#*)(?P<quotes>\"\"\"|")""")
_COMMENT_OR_STRING_C = re.compile(r"""//[^\n]*|/\*|(?P<hashes>)(?P<quotes>["'])""")
_NOT_NEWLINE = re.compile(r"[^\n]")


def code_only(text, language="swift"):
    """The text with comments and the insides of string literals turned to spaces, so that places stay the same.

    Knows nested comments, raw and multi-line strings and interpolations, whose code is kept. Does not know
    `/regular expression/` literals.
    """
    return "".join(_Blanker(text, language).run())


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def end_of_block(code, opening):
    """The offset after the `}` that closes the `{` at `opening`; the end of the text if it is never closed."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return len(code)


class _Blanker:
    def __init__(self, text, language):
        self.text = text
        self.out = []
        self.is_swift = language == "swift"
        self.pattern = _COMMENT_OR_STRING if self.is_swift else _COMMENT_OR_STRING_C

    def run(self):
        self.code(0, len(self.text))
        return self.out

    def keep(self, start, end):
        self.out.append(self.text[start:end])

    def blank(self, start, end):
        self.out.append(_NOT_NEWLINE.sub(" ", self.text[start:end]))

    def code(self, position, end):
        while match := self.pattern.search(self.text, position, end):
            self.keep(position, match.start())
            if match["quotes"]:
                position = self.string(match, end)
            else:
                position = match.end() if match[0] != "/*" else self.end_of_comment(match.end(), end)
                self.blank(match.start(), position)
        self.keep(position, end)

    def end_of_comment(self, position, end):
        depth = 1
        for match in re.compile(r"/\*|\*/").finditer(self.text, position, end):
            depth += 1 if match[0] == "/*" and self.is_swift else -1 if match[0] == "*/" else 0
            if depth == 0:
                return match.end()
        return end

    def string(self, opening, end):
        """Blanks one literal, goes into its interpolations, and returns the offset after it."""
        hashes, quotes = opening["hashes"], opening["quotes"]
        closing = quotes + hashes
        self.keep(opening.start(), opening.end())
        # In this order: an escape of any kind must not be read as the closing quotes.
        escapes = rf"\\{hashes}\(|\\{hashes}." if self.is_swift else r"\\."
        mark = re.compile(rf"{escapes}|{closing}|\n", re.DOTALL)
        position = start = opening.end()
        while match := mark.search(self.text, position, end):
            position = match.end()
            if match[0] == closing or (match[0] == "\n" and len(quotes) == 1):
                self.blank(start, match.start())
                self.keep(match.start(), match.end())
                return match.end()
            if self.is_swift and match[0].endswith("("):
                inside_end = self.end_of_parenthesis(match.end(), end)
                self.blank(start, match.end() - 1)
                self.keep(match.end() - 1, match.end())
                self.code(match.end(), inside_end)
                position = start = min(inside_end + 1, end)
                self.keep(inside_end, start)
        self.blank(start, end)
        return end

    def end_of_parenthesis(self, position, end):
        """The offset of the `)` that ends an interpolation; strings inside it may hold parentheses themselves."""
        depth = 1
        inside = re.compile(r"""[()]|(?P<hashes>\#*)(?P<quotes>\"\"\"|")""")
        while match := inside.search(self.text, position, end):
            if match["quotes"]:
                position = _Blanker(self.text, "swift").string(match, end)
                continue
            depth += 1 if match[0] == "(" else -1
            if depth == 0:
                return match.start()
            position = match.end()
        return end
