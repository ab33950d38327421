package dev.sheaf.io.csv;

import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ChunkReader;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.io.rows.ValueKind;
import dev.sheaf.query.CorruptFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What is known of a file once its sample was looked at: how it is written, the names of its columns, and as what the
/// values of each can be read.
record CsvFile(Path path, Dialect dialect, List<String> names, List<Set<ValueKind>> kinds) {
    CsvFile {
        names = List.copyOf(names);
        kinds = List.copyOf(kinds);
    }

    /// Looks at the beginning of a file.
    ///
    /// @throws IllegalArgumentException if the file cannot be read
    /// @throws CorruptFileException if it is no text
    static CsvFile sniff(Path path, CsvOptions options) {
        Dialect dialect = DialectSniffer.dialect(path, options);
        Chunk sample = ChunkReader.sample(path, new FieldSplitter(dialect), dialect.skipLines(), options.sampleBytes());
        int columns = options.names().isEmpty()
                ? width(sample, dialect)
                : options.names().size();
        Fields fields = new Fields(columns);
        new FieldSplitter(dialect).split(sample, 0, fields, (_, _) -> {});
        TypeSniffer types = new TypeSniffer(dialect, options.nullTexts());
        List<Set<ValueKind>> rest = types.kinds(sample, fields, Math.min(1, fields.rowCount()));
        List<String> first = texts(sample, fields, dialect);
        boolean header = options.header().orElseGet(() -> isHeader(types, sample, fields, first, rest));
        List<String> names = !options.names().isEmpty() ? options.names() : header ? unique(first) : numbered(columns);
        return new CsvFile(path, dialect.header(header), names, header ? rest : types.kinds(sample, fields, 0));
    }

    /// Starts to read the file.
    ChunkReader open() {
        return new ChunkReader(path, new FieldSplitter(dialect), dialect.skipLines());
    }

    private static int width(Chunk sample, Dialect dialect) {
        return sample.size() == 0
                ? 1
                : new FieldSplitter(dialect).shape(sample, 0).fields();
    }

    private static List<String> texts(Chunk sample, Fields fields, Dialect dialect) {
        List<String> texts = new ArrayList<>();
        for (int column = 0; column < fields.columns() && fields.rowCount() > 0; column++) {
            int start = fields.start(0, column);
            String text = new String(sample.bytes(), start, fields.end(0, column) - start, StandardCharsets.UTF_8);
            String quote = dialect.quotes() ? Character.toString(dialect.quote()) : "";
            texts.add((fields.isEscaped(0, column) ? text.replace(quote + quote, quote) : text).strip());
        }
        return texts;
    }

    /// Whether the first row names the columns: it does not read as the others do, or all is text and it has a name of
    /// its own for each column.
    private static boolean isHeader(
            TypeSniffer types, Chunk sample, Fields fields, List<String> first, List<Set<ValueKind>> rest) {
        if (fields.rowCount() == 0) {
            return false;
        }
        Fields one = fields.first();
        List<Set<ValueKind>> own = types.kinds(sample, one, 0);
        boolean text = true;
        for (int column = 0; column < own.size(); column++) {
            Set<ValueKind> others = rest.get(column);
            boolean informative = others.size() < ValueKind.values().length && others.size() > 1;
            if (informative && !own.get(column).containsAll(others)) {
                return true;
            }
            text &= own.get(column).equals(EnumSet.of(ValueKind.TEXT));
        }
        return text && first.stream().noneMatch(String::isEmpty) && new HashSet<>(first).size() == first.size();
    }

    private static List<String> numbered(int columns) {
        List<String> names = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            names.add("column" + column);
        }
        return names;
    }

    /// Names of their own for columns that share one, whatever the case, or have none.
    private static List<String> unique(List<String> wanted) {
        Set<String> taken = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (int column = 0; column < wanted.size(); column++) {
            String base = wanted.get(column).isEmpty() ? "column" + column : wanted.get(column);
            String name = base;
            for (int number = 1; !taken.add(name.toLowerCase(Locale.ROOT)); number++) {
                name = base + "_" + number;
            }
            names.add(name);
        }
        return names;
    }
}
