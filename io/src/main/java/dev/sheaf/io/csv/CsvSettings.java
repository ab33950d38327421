package dev.sheaf.io.csv;

import dev.sheaf.column.DataType;
import dev.sheaf.io.text.BadRows;
import dev.sheaf.query.FileOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The options of SQL's `read_csv` as [CsvOptions].
final class CsvSettings {
    static final Set<String> NAMES = Set.of(
            "delim",
            "sep",
            "delimiter",
            "quote",
            "escape",
            "header",
            "names",
            "column_names",
            "columns",
            "types",
            "dtypes",
            "column_types",
            "all_varchar",
            "nullstr",
            "null",
            "ignore_errors",
            "skip",
            "sample_bytes",
            "auto_detect");

    private CsvSettings() {}

    /// @throws IllegalArgumentException if a value does not fit its option
    static CsvOptions of(FileOptions given) {
        CsvOptions options = CsvOptions.INFER;
        Optional<Character> delimiter = given.text("delim", "sep", "delimiter").map(text -> character("delim", text));
        options = delimiter.isPresent() ? options.delimiter(delimiter.get()) : options;
        Optional<Boolean> header = given.flag("header");
        options = header.isPresent() ? options.header(header.get()) : options;
        options = quote(options, given);
        options = options.nullTexts(
                given.texts("nullstr", "null").orElse(List.of("")).toArray(String[]::new));
        options = options.badRows(given.flag("ignore_errors").orElse(false) ? BadRows.SKIP : BadRows.FAIL);
        options = options.skipLines(given.number("skip").orElse(0));
        options = options.sampleBytes(given.number("sample_bytes").orElse(options.sampleBytes()));
        return typed(options.names(names(given).toArray(String[]::new)), given);
    }

    private static CsvOptions quote(CsvOptions options, FileOptions given) {
        Optional<String> quote = given.text("quote");
        given.text("escape")
                .filter(escape -> !escape.equals(quote.orElse("\"")))
                .ifPresent(other -> {
                    throw new IllegalArgumentException("quotes are escaped by doubling them; the option escape is \""
                            + other + "\", and such files are not read");
                });
        if (quote.isEmpty()) {
            return options;
        }
        return quote.get().isEmpty() ? options.noQuote() : options.quote(character("quote", quote.get()));
    }

    /// The one character of an option; a backslash and a t are a tab.
    static char character(String option, String text) {
        String plain = text.equals("\\t") ? "\t" : text;
        if (plain.length() != 1) {
            throw new IllegalArgumentException("the option " + option + " is one character, not \"" + text + "\"");
        }
        return plain.charAt(0);
    }

    private static List<String> names(FileOptions given) {
        Optional<Map<String, DataType>> columns = given.types("columns");
        Optional<List<String>> names = given.texts("names", "column_names");
        if (columns.isPresent() && names.isPresent()) {
            throw new IllegalArgumentException("the option columns names the columns, so leave names out");
        }
        return columns.map(all -> (List<String>) new ArrayList<>(all.keySet()))
                .or(() -> names)
                .orElse(List.of());
    }

    private static CsvOptions typed(CsvOptions options, FileOptions given) {
        CsvOptions typed = options;
        if (!given.flag("auto_detect").orElse(true) && given.types("columns").isEmpty()) {
            throw new IllegalArgumentException("auto_detect = false needs the option columns");
        }
        for (String name : List.of("columns", "types")) {
            Map<String, DataType> types = name.equals("columns")
                    ? given.types("columns").orElse(Map.of())
                    : given.types("types", "dtypes", "column_types").orElse(Map.of());
            for (Map.Entry<String, DataType> type : types.entrySet()) {
                typed = typed.type(type.getKey(), type.getValue());
            }
        }
        return typed;
    }

    /// Types of columns that are only known when the files are: of those that a schema asks for, or all
    /// as text.
    static Map<String, DataType> types(FileOptions given, List<String> columns) {
        Map<String, DataType> schema = given.types("schema").orElse(Map.of());
        boolean text = given.flag("all_varchar").orElse(false);
        Map<String, DataType> types = new LinkedHashMap<>();
        for (String column : columns) {
            if (schema.containsKey(column)) {
                types.put(column, schema.get(column));
            } else if (text) {
                types.put(column, DataType.STRING);
            }
        }
        return types;
    }
}
