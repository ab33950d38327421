package dev.sheaf.expr.regex;

import java.util.regex.PatternSyntaxException;

/// A compiled regular expression of RE2's dialect, which has no references back and no looks around. Matching
/// takes time and memory in proportion to its size times that of a text at most.
public final class Regex {
    private final String source;
    private final RegexProgram program;
    private final int groups;

    private Regex(String source, RegexProgram program, int groups) {
        this.source = source;
        this.program = program;
        this.groups = groups;
    }

    /// Compiles with DuckDB's letters for options: `i` ignores case, `l` takes the text literally, `s` lets a dot
    /// match a line feed; `c`, `m`, `n` and `p` say what is so without them, and `g` changes nothing here.
    ///
    /// @throws IllegalArgumentException if it is no regular expression, a larger one than is taken, or there is no
    ///     such option
    public static Regex compile(String source, String options) {
        RegexFlags flags = RegexFlags.ofOptions(options);
        try {
            RegexParser parser = new RegexParser(source, flags);
            RegexNode tree = options.indexOf('l') >= 0 ? parser.literal() : parser.parse();
            return new Regex(source, RegexCompiler.compile(tree), parser.groups());
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(
                    "'" + source + "' is no regular expression: " + wrong.getDescription(), wrong);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "'" + source + "' is no regular expression: " + wrong.getMessage(), wrong);
        }
    }

    /// How many groups it has, without the whole match.
    public int groups() {
        return groups;
    }

    /// What looks for matches in a text.
    public RegexMatcher matcher(String text) {
        return new RegexMatcher(source, program, groups, text);
    }

    /// As it was written.
    @Override
    public String toString() {
        return source;
    }
}
