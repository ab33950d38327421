package dev.sheaf.sql.bind.scope;

import dev.sheaf.plan.LogicalPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The tables that a query may name, in any case: those of the session, and the queries of WITH before them.
public final class Relations {

    /// A table as its owner spells it, and what gives its plan when a query names it.
    public record Relation(String name, Supplier<LogicalPlan> source) {
        /// A table whose plan is known.
        public Relation(String name, LogicalPlan plan) {
            this(name, () -> plan);
        }

        /// @throws IllegalArgumentException if a file is missing, or a view names what is not there any more
        public LogicalPlan plan() {
            return source.get();
        }
    }

    private final @Nullable Relations outer;
    private final @Nullable SelectContext around;
    private final Map<String, Relation> relations;

    private Relations(@Nullable Relations outer, @Nullable SelectContext around, Map<String, Relation> relations) {
        this.outer = outer;
        this.around = around;
        this.relations = new HashMap<>(relations);
    }

    /// Tables by their names in the spelling of [#key].
    public Relations(Map<String, Relation> relations) {
        this(null, null, relations);
    }

    public Optional<Relation> find(String name) {
        String key = key(name);
        for (Relations scope = this; scope != null; scope = scope.outer) {
            Relation found = scope.relations.get(key);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /// The names, sorted.
    public List<String> names() {
        Map<String, String> names = new TreeMap<>();
        for (Relations scope = this; scope != null; scope = scope.outer) {
            scope.relations.forEach((key, relation) -> names.putIfAbsent(key, relation.name()));
        }
        return names.values().stream().sorted().toList();
    }

    /// A scope in which tables of WITH are added, before these.
    public Relations inner() {
        return new Relations(this, around, Map.of());
    }

    /// The same tables for queries that lie in an expression of a SELECT.
    public Relations within(SelectContext select) {
        return new Relations(this, select, Map.of());
    }

    /// The SELECT in whose expressions the query lies, if it lies in some.
    public Optional<SelectContext> around() {
        return Optional.ofNullable(around);
    }

    /// Adds a table to this scope.
    ///
    /// @return whether no table of this scope has the name
    public boolean add(String name, LogicalPlan plan) {
        return relations.putIfAbsent(key(name), new Relation(name, plan)) == null;
    }

    /// The spelling by which a name is found.
    public static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
