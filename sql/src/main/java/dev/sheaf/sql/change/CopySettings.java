package dev.sheaf.sql.change;

import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.tree.Clauses.Setting;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What stands in parentheses behind COPY: the format, and a header, which text files have anyway.
record CopySettings(Optional<String> formatName) {

    /// @throws dev.sheaf.sql.tree.QueryError for any other setting, or another value
    static CopySettings of(Statement.Copy copy, StatementBinder binder) {
        Optional<String> format = Optional.empty();
        for (Setting setting : copy.settings()) {
            String name = setting.name().text().toLowerCase(Locale.ROOT);
            if (name.equals("format") && word(setting).isPresent()) {
                format = word(setting);
            } else if (!name.equals("header") || copy.from() || !isTrue(setting)) {
                throw binder.error(
                        setting,
                        "COPY takes (FORMAT csv, parquet or arrow)" + (copy.from() ? "" : " and HEADER")
                                + "; the rest is found out from the file or its name");
            }
        }
        return new CopySettings(format);
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
