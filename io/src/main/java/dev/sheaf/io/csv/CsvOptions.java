package dev.sheaf.io.csv;

import dev.sheaf.column.DataType;
import dev.sheaf.io.text.BadRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// How delimited text is written. What is left open is inferred from the first rows.
///
/// ```java
/// CsvOptions german = CsvOptions.INFER.delimiter(';').type("price", DataType.decimal(10, 2)).badRows(BadRows.SKIP);
/// ```
/// `quote` -1 means that no character quotes. `types` name columns and win over what the sample suggests.
/// `nullTexts` are unquoted fields that stand for null. `sampleBytes` is how much of each file is looked at
/// to infer the rest.
public record CsvOptions(
        Optional<Character> delimiter,
        OptionalInt quote,
        Optional<Boolean> header,
        List<String> names,
        Map<String, DataType> types,
        Set<String> nullTexts,
        BadRows badRows,
        int skipLines,
        int sampleBytes) {
    private static final int SAMPLE_BYTES = 1 << 20;

    /// Everything is inferred, empty fields are null, and a bad row ends the query.
    public static final CsvOptions INFER = new CsvOptions(
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            List.of(),
            Map.of(),
            Set.of(""),
            BadRows.FAIL,
            0,
            SAMPLE_BYTES);

    public CsvOptions {
        names = List.copyOf(names);
        types = Map.copyOf(types);
        nullTexts = Set.copyOf(nullTexts);
        delimiter.ifPresent(character -> checkAscii("delimiter", character));
        if (quote.isPresent() && quote.getAsInt() >= 0) {
            checkAscii("quote", (char) quote.getAsInt());
        }
        if (skipLines < 0 || sampleBytes < 1) {
            throw new IllegalArgumentException(
                    "CSV options need skipLines of 0 or more and sampleBytes of 1 or more, not " + skipLines + " and "
                            + sampleBytes);
        }
    }

    private static void checkAscii(String what, char character) {
        if (character > 0x7F || character == '\n' || character == '\r') {
            throw new IllegalArgumentException(
                    "a CSV " + what + " is one ASCII character and no line break, not \"" + character + "\"");
        }
    }

    /// Fields are separated by this ASCII character.
    public CsvOptions delimiter(char value) {
        return with(Optional.of(value), quote, header);
    }

    /// Fields are quoted by this ASCII character; the default is `"`.
    public CsvOptions quote(char value) {
        return with(delimiter, OptionalInt.of(value), header);
    }

    /// No character quotes fields.
    public CsvOptions noQuote() {
        return with(delimiter, OptionalInt.of(-1), header);
    }

    /// Whether the first row names the columns.
    public CsvOptions header(boolean value) {
        return with(delimiter, quote, Optional.of(value));
    }

    private CsvOptions with(Optional<Character> separator, OptionalInt quoting, Optional<Boolean> hasHeader) {
        return new CsvOptions(separator, quoting, hasHeader, names, types, nullTexts, badRows, skipLines, sampleBytes);
    }

    /// The columns have these names, in order; a header is then left out.
    public CsvOptions names(String... values) {
        return new CsvOptions(
                delimiter, quote, header, List.of(values), types, nullTexts, badRows, skipLines, sampleBytes);
    }

    /// A column is of this type.
    public CsvOptions type(String column, DataType type) {
        Map<String, DataType> more = new LinkedHashMap<>(types);
        more.put(column, type);
        return new CsvOptions(delimiter, quote, header, names, more, nullTexts, badRows, skipLines, sampleBytes);
    }

    /// Unquoted fields that stand for null; the default is the empty one alone.
    public CsvOptions nullTexts(String... values) {
        return new CsvOptions(delimiter, quote, header, names, types, Set.of(values), badRows, skipLines, sampleBytes);
    }

    /// What happens to rows that do not fit.
    public CsvOptions badRows(BadRows value) {
        return new CsvOptions(delimiter, quote, header, names, types, nullTexts, value, skipLines, sampleBytes);
    }

    /// Leaves out the first lines of each file.
    public CsvOptions skipLines(int lines) {
        return new CsvOptions(delimiter, quote, header, names, types, nullTexts, badRows, lines, sampleBytes);
    }

    /// How many bytes of each file are looked at.
    public CsvOptions sampleBytes(int bytes) {
        return new CsvOptions(delimiter, quote, header, names, types, nullTexts, badRows, skipLines, bytes);
    }
}
