package dev.sheaf.sqllogic;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Lists and structs of Sheaf's driver as DuckDB writes them, whose scripts hold its texts.
final class ObjectText {
    private static final String PLAIN = "(?! )[^\\[\\]{}(),:='\"\\\\]*(?<! )";

    private ObjectText() {}

    /// The text of a value that the two write differently.
    static Optional<String> of(@Nullable Object value) throws SQLException {
        return switch (value) {
            case Array array
            when array.getClass().getName().startsWith("dev.sheaf") ->
                Optional.of(text(Arrays.asList((Object[]) array.getArray())));
            case Map<?, ?> struct
            when !struct.getClass().getName().startsWith("org.duckdb") -> Optional.of(text(struct));
            case null, default -> Optional.empty();
        };
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case List<?> list -> list.stream().map(ObjectText::text).collect(Collectors.joining(", ", "[", "]"));
            case Object[] list -> text(Arrays.asList(list));
            case Map<?, ?> struct ->
                struct.entrySet().stream()
                        .map(entry -> "'" + entry.getKey() + "': " + text(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case String text -> quoted(text);
            case BigDecimal number -> number.toPlainString();
            case LocalDateTime moment -> quoted(moment(moment.toString()));
            case Instant moment -> quoted(moment(moment.toString().replace("Z", "")) + "+00");
            default -> value.toString();
        };
    }

    private static String moment(String iso) {
        String spaced = iso.replace('T', ' ');
        return spaced.length() == 16 ? spaced + ":00" : spaced;
    }

    private static String quoted(String text) {
        boolean isPlain = !text.isEmpty() && !text.equalsIgnoreCase("null") && text.matches(PLAIN);
        return isPlain ? text : "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
