package dev.sheaf.sql.tree;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Looks for calls and queries anywhere in a tree.
public final class TreeSearch {
    /// Functions that give another value for each row, whatever their arguments.
    private static final Set<String> VOLATILE =
            Set.of("random", "uuid", "gen_random_uuid", "uuidv4", "nextval", "currval");

    private static final Set<String> SEQUENCES = Set.of("nextval", "currval");

    private TreeSearch() {}

    /// Whether a tree calls a function that gives another value for each row.
    public static boolean holdsVolatileCall(Object part) {
        return holds(
                part,
                node -> node instanceof Expression.Call call
                        && VOLATILE.contains(call.name().toLowerCase(Locale.ROOT)));
    }

    /// Whether a tree reads a sequence.
    public static boolean readsSequence(Object part, String sequence) {
        return holds(
                part,
                node -> node instanceof Expression.Call call
                        && SEQUENCES.contains(call.name().toLowerCase(Locale.ROOT))
                        && call.arguments().getFirst().value() instanceof Expression.Text(String name, var _)
                        && name.equalsIgnoreCase(sequence));
    }

    /// Whether a tree holds a query.
    public static boolean holdsQuery(Object part) {
        return holds(part, Query.class::isInstance);
    }

    private static boolean holds(Object part, Predicate<Record> wanted) {
        return switch (part) {
            case Record record ->
                wanted.test(record)
                        || Arrays.stream(record.getClass().getRecordComponents())
                                .anyMatch(component -> holds(value(record, component), wanted));
            case List<?> list -> list.stream().anyMatch(each -> holds(each, wanted));
            case Optional<?> optional ->
                optional.filter(each -> holds(each, wanted)).isPresent();
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
