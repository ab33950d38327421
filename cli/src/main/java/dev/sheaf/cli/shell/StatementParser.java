package dev.sheaf.cli.shell;

import dev.sheaf.sql.SqlScript;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.impl.DefaultParser;

/// Asks for more lines until a statement ends with `;`, and finds the word that is to be completed.
final class StatementParser implements Parser {
    private static final String WORDS = "._/$*~:-\\";

    private final DefaultParser words = new Words();

    /// A word is a name, with dots, or a path; behind a quote it goes on until the quote ends.
    private static final class Words extends DefaultParser {
        Words() {
            setEscapeChars(null);
            setQuoteChars(new char[0]);
        }

        @Override
        public boolean isDelimiterChar(CharSequence line, int at) {
            char c = line.charAt(at);
            return !Character.isLetterOrDigit(c) && WORDS.indexOf(c) < 0 && c != '\'' && c != '"';
        }
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && isOpen(line)) {
            throw new EOFError(-1, -1, "the statement goes on");
        }
        return words.parse(line, cursor, ParseContext.COMPLETE);
    }

    private static boolean isOpen(String line) {
        return !line.stripLeading().startsWith(".")
                && !SqlScript.of(line).rest().isEmpty();
    }
}
