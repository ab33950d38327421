package dev.sheaf.io.csv;

import dev.sheaf.io.rows.Ascii;
import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.io.rows.RowEnds;

/// Finds rows and fields in a chunk.
///
/// Cost: eight bytes at a time, one look at each. A field that begins with the quote ends at the next single quote.
final class FieldSplitter implements RowEnds {

    /// Hears of rows that have no fitting fields, which are left out.
    interface Misfits {
        void misfit(int rowStart, String problem);
    }

    private final long delimiters;
    private final byte delimiter;
    private final int quote;
    private final long quotes;

    /// What is known about the field read last: the end of its text, whether it has doubled quotes, and what is wrong.
    private int textEnd;

    private boolean escaped;
    private String problem = "";

    FieldSplitter(Dialect dialect) {
        this.delimiter = dialect.delimiter();
        this.delimiters = Ascii.repeated(delimiter);
        this.quote = dialect.quote();
        this.quotes = Ascii.repeated(quote);
    }

    /// Adds the rows of a chunk from `from` on to `fields`.
    void split(Chunk chunk, int from, Fields fields, Misfits misfits) {
        int at = from;
        while (at < chunk.size()) {
            at = row(chunk, at, fields, misfits);
        }
    }

    /// One row, which starts at `start`; gives the start of the next.
    private int row(Chunk chunk, int start, Fields fields, Misfits misfits) {
        byte[] bytes = chunk.bytes();
        int columns = fields.columns();
        if (columns > 1 && isLineEnd(bytes[start])) {
            return afterLineEnd(bytes, start, chunk.size());
        }
        fields.reserveRow();
        String wrong = "";
        int column = 0;
        int at = start;
        while (true) {
            boolean quoted = isQuote(chunk, at);
            int end = fieldEnd(chunk, at);
            if (quoted && !problem.isEmpty()) {
                wrong = problem;
            }
            if (column < columns) {
                fields.set(column, quoted ? at + 1 : at, textEnd, quoted, escaped);
            }
            column++;
            if (end >= chunk.size() || bytes[end] != delimiter) {
                at = end;
                break;
            }
            at = end + 1;
        }
        if (column != columns && wrong.isEmpty()) {
            wrong = "has " + column + (column == 1 ? " field" : " fields") + " where the file has " + columns;
        }
        if (wrong.isEmpty()) {
            fields.finishRow(start);
        } else {
            misfits.misfit(start, wrong);
        }
        return afterLineEnd(bytes, at, chunk.size());
    }

    private boolean isQuote(Chunk chunk, int at) {
        return at < chunk.size() && chunk.bytes()[at] == quote;
    }

    /// Where the field that starts at `at` ends: at a delimiter or row end.
    private int fieldEnd(Chunk chunk, int at) {
        return isQuote(chunk, at) ? quotedEnd(chunk, at) : unquotedEnd(chunk.bytes(), at);
    }

    /// How many fields the row that starts at `start` has, and where the next row starts.
    Shape shape(Chunk chunk, int start) {
        int count = 1;
        int end = fieldEnd(chunk, start);
        while (end < chunk.size() && chunk.bytes()[end] == delimiter) {
            count++;
            end = fieldEnd(chunk, end + 1);
        }
        return new Shape(count, afterLineEnd(chunk.bytes(), end, chunk.size()));
    }

    /// A row's number of fields and the start of the next row.
    record Shape(int fields, int next) {}

    private int unquotedEnd(byte[] bytes, int start) {
        int end = Ascii.fieldEnd(bytes, start, delimiters);
        textEnd = end;
        escaped = false;
        return end;
    }

    /// Where the field that is quoted from `start` on ends: at a delimiter or row end.
    private int quotedEnd(Chunk chunk, int start) {
        byte[] bytes = chunk.bytes();
        escaped = false;
        problem = "";
        int at = Ascii.indexOf(bytes, start + 1, chunk.size(), quotes);
        while (at + 1 < chunk.size() && bytes[at + 1] == quote) {
            escaped = true;
            at = Ascii.indexOf(bytes, at + 2, chunk.size(), quotes);
        }
        textEnd = at;
        if (at >= chunk.size()) {
            problem = "a quoted field does not end";
            return chunk.size();
        }
        int end = at + 1;
        if (end < chunk.size() && bytes[end] != delimiter && !isLineEnd(bytes[end])) {
            problem = "text follows the end of a quoted field";
            return Ascii.fieldEnd(bytes, end, delimiters);
        }
        return end;
    }

    private static boolean isLineEnd(byte value) {
        return value == '\n' || value == '\r';
    }

    private static int afterLineEnd(byte[] bytes, int at, int size) {
        boolean pair = at + 1 < size && bytes[at] == '\r' && bytes[at + 1] == '\n';
        return at + (pair ? 2 : 1);
    }

    @Override
    public int lastRowEnd(Chunk chunk, int size) {
        byte[] bytes = chunk.bytes();
        if (quote < 0 || Ascii.indexOf(bytes, 0, size, quotes) >= size) {
            return afterLastLineEnd(bytes, size);
        }
        chunk.end(size);
        int last = 0;
        int at = 0;
        while (at < size) {
            int end = fieldEnd(chunk, at);
            if (end >= size) {
                break;
            }
            at = bytes[end] == delimiter ? end + 1 : afterLineEnd(bytes, end, size);
            if (bytes[end] != delimiter && !(bytes[end] == '\r' && at == size)) {
                last = at;
            }
        }
        return last;
    }

    /// A carriage return at the very end may be the first half of a pair.
    private static int afterLastLineEnd(byte[] bytes, int size) {
        int lineFeed = Ascii.lastIndexOf(bytes, 0, size, (byte) '\n');
        return lineFeed >= 0 ? lineFeed + 1 : Ascii.lastIndexOf(bytes, 0, size - 1, (byte) '\r') + 1;
    }
}
