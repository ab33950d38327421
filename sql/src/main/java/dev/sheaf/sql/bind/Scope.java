package dev.sheaf.sql.bind;

import dev.sheaf.column.Field;
import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the names in a query may refer to: the columns of the one relation in FROM, which may have a name itself.
final class Scope {
    /// The scope of a query without FROM.
    static final Scope EMPTY = new Scope(Optional.empty(), new Schema(List.of()));

    private final Optional<String> relation;
    private final Schema schema;

    /// The columns by their names in lower case.
    private final Map<String, List<Field>> columns = new HashMap<>();

    Scope(Optional<String> relation, Schema schema) {
        this.relation = relation;
        this.schema = schema;
        schema.fields()
                .forEach(field -> columns.computeIfAbsent(lower(field.name()), _ -> new ArrayList<>(1))
                        .add(field));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    Optional<String> relation() {
        return relation;
    }

    Schema schema() {
        return schema;
    }

    /// The column of a name, in any case; written exactly, if there are several that differ in case only.
    Optional<String> find(String name) {
        List<Field> candidates = columns.getOrDefault(lower(name), List.of());
        return candidates.stream()
                .map(Field::name)
                .filter(candidate -> candidate.equals(name))
                .findFirst()
                .or(() -> candidates.stream().map(Field::name).findFirst());
    }

    /// The columns that a name may mean if they differ in case only and none is written like it; else none.
    List<String> ambiguous(String name) {
        List<String> candidates = columns.getOrDefault(lower(name), List.of()).stream()
                .map(Field::name)
                .toList();
        return candidates.contains(name) || candidates.size() < 2 ? List.of() : candidates;
    }

    /// Whether a name in front of a dot means this relation.
    boolean isRelation(String name) {
        return relation.filter(own -> own.equalsIgnoreCase(name)).isPresent();
    }

    /// What to say of a column that is not there.
    String unknown(String name) {
        if (schema.size() == 0) {
            return "column \"" + name + "\" not found; this query has no FROM." + " Text takes single quotes: '" + name
                    + "'.";
        }
        List<String> names = schema.fields().stream().map(Field::name).toList();
        return "column \"" + name + "\" not found; columns: " + String.join(", ", names) + "."
                + Names.didYouMean(name, names);
    }
}
