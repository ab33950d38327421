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

/// What stands in parentheses behind COPY: the format, and how a file is read or written.
record CopySettings(Optional<String> formatName, FileOptions options) {

    /// @throws dev.sheaf.sql.tree.QueryError for any other setting, or another value
    static CopySettings of(Statement.Copy copy, StatementBinder binder) {
        Optional<String> format = Optional.empty();
        FileOptions options = FileOptions.NONE;
        for (Setting setting : copy.settings()) {
            String name = setting.name().text().toLowerCase(Locale.ROOT);
            if (name.equals("format") && word(setting).isPresent()) {
                format = word(setting);
            } else {
                options = options.with(name, value(setting, binder));
            }
        }
        return new CopySettings(format, options);
    }

    /// The value of an option; one without value is true.
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

    /// @throws IllegalArgumentException if there is no format of the name, or of the file's ending
    FileFormat format(Path file) {
        return formatName.map(FileFormats::named).orElseGet(() -> FileFormats.of(file));
    }
}
