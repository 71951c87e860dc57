"""What counts as code: a rule must neither fire on a comment or a string, nor be hidden by one."""
import pytest

from source_text import code_only, end_of_block


@pytest.mark.parametrize("text, code", [
    ("a // b\nc", "a     \nc"),
    ("a /* b */ c", "a         c"),
    ("a /* b /* nested */ still */ c", "a                            c"),
    ('f("print(") // x', 'f("      ")     '),
    (r'f("a \" b") + c', 'f("      ") + c'),
    (r'f("\\") + c', 'f("  ") + c'),
    (r'f(#"a \" b"#) + c', 'f(#"      "#) + c'),
    ('f("""\n a " b\n """) + c', 'f("""\n      \n """) + c'),
    (r'f("n = \(count! + g(")")) x") + c', 'f("     (count! + g(" "))  ") + c'),
    (r'f(#"\#(x!) \(y!)"#)', 'f(#"  (x!)      "#)'),
    ('"http://host" + c', '"           " + c'),
    ('"not closed\nc', '"          \nc'),
])
def test_swift(text, code):
    assert code_only(text) == code


@pytest.mark.parametrize("text, code", [
    ("x = '{'; y = '\\''; // {", "x = ' '; y = '  ';     "),
    ('s = "{ \\" {"; /* { /* */ z', 's = "      ";            z'),
])
def test_c(text, code):
    assert code_only(text, "c") == code


def test_a_block_ends_at_its_own_brace():
    assert end_of_block("f { a { b } c } d", 2) == len("f { a { b } c }")


def test_a_block_that_is_not_closed_ends_with_the_text():
    assert end_of_block("f { a {", 2) == len("f { a {")
