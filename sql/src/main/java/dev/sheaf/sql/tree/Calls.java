package dev.sheaf.sql.tree;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Looks for calls in a tree.
public final class Calls {
    /// Functions that give another value for each row, whatever their arguments.
    private static final Set<String> VOLATILE =
            Set.of("random", "uuid", "gen_random_uuid", "uuidv4", "nextval", "currval");

    private Calls() {}

    /// Whether a tree calls a function that gives another value for each row.
    public static boolean areVolatile(Object part) {
        return switch (part) {
            case Expression.Call call when VOLATILE.contains(call.name().toLowerCase(Locale.ROOT)) -> true;
            case Record record ->
                Arrays.stream(record.getClass().getRecordComponents())
                        .anyMatch(component -> areVolatile(value(record, component)));
            case List<?> list -> list.stream().anyMatch(Calls::areVolatile);
            case Optional<?> optional -> optional.filter(Calls::areVolatile).isPresent();
            default -> false;
        };
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException unreadable) {
            throw new AssertionError("trees are public records", unreadable);
        }
    }
}
