package dev.sheaf.sql.change;

import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.FileOptions;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.tree.Clauses.Setting;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What stands in parentheses behind COPY: the format, how a file is read, and of one that is written a
/// header, which text files have anyway.
record CopySettings(Optional<String> formatName, FileOptions reading) {

    /// @throws dev.sheaf.sql.tree.QueryError for any other setting, or another value
    static CopySettings of(Statement.Copy copy, StatementBinder binder) {
        Optional<String> format = Optional.empty();
        FileOptions reading = FileOptions.NONE;
        for (Setting setting : copy.settings()) {
            String name = setting.name().text().toLowerCase(Locale.ROOT);
            if (name.equals("format") && word(setting).isPresent()) {
                format = word(setting);
            } else if (copy.from()) {
                reading = reading.with(name, value(setting, binder));
            } else if (!name.equals("header") || !isTrue(setting)) {
                throw binder.error(
                        setting,
                        "COPY ... TO takes (FORMAT csv, json, parquet or arrow) and HEADER; the rest is fixed");
            }
        }
        return new CopySettings(format, reading);
    }

    /// The value of an option for a file that is read; one without value is true.
    private static Object value(Setting setting, StatementBinder binder) {
        return setting.values().isEmpty()
                ? true
                : switch (setting.values().getFirst()) {
                    case Expression.Bool(boolean truth, var _) -> truth;
                    case Expression.Text(String text, var _) -> text;
                    case Expression.Numeral(String digits, var _) -> digits;
                    case Expression.Column column
                    when column.isSimple() -> column.last().text();
                    default -> throw binder.error(setting, "here a text, a number, true or false is needed");
                };
    }

    private static Optional<String> word(Setting setting) {
        return setting.values().stream().findFirst().flatMap(CopySettings::word);
    }

    private static Optional<String> word(Expression value) {
        return switch (value) {
            case Expression.Text text -> Optional.of(text.value().toLowerCase(Locale.ROOT));
            case Expression.Column(List<Name> path, var _)
            when path.size() == 1 -> Optional.of(path.getFirst().text().toLowerCase(Locale.ROOT));
            default -> Optional.empty();
        };
    }

    private static boolean isTrue(Setting setting) {
        return setting.values().isEmpty()
                || (setting.values().getFirst() instanceof Expression.Bool(boolean value, var _) && value);
    }

    /// @throws IllegalArgumentException if there is no format of the name, or of the file's ending
    FileFormat format(Path file) {
        return formatName.map(FileFormats::named).orElseGet(() -> FileFormats.of(file));
    }
}
