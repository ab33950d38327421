package dev.sheaf.sql;

import dev.sheaf.column.Field;
import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import java.util.List;
import java.util.Optional;

/// What the names in a query may refer to: the columns of the one relation in FROM, which may have a name itself.
record Scope(Optional<String> relation, Schema schema) {

    /// The scope of a query without FROM.
    static final Scope EMPTY = new Scope(Optional.empty(), new Schema(List.of()));

    /// The column of a name, in any case; written exactly, if there are several that differ in case only.
    Optional<String> find(String name) {
        if (schema.contains(name)) {
            return Optional.of(name);
        }
        return schema.names().stream()
                .filter(candidate -> candidate.equalsIgnoreCase(name))
                .findFirst();
    }

    /// The columns that a name may mean if they differ in case only and none is written like it; else none.
    List<String> ambiguous(String name) {
        List<String> candidates = schema.names().stream()
                .filter(candidate -> candidate.equalsIgnoreCase(name))
                .toList();
        return schema.contains(name) || candidates.size() < 2 ? List.of() : candidates;
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
