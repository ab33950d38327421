package dev.sheaf.sql.bind.scope;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import dev.sheaf.sql.tree.Name;
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
    /// `listed` if messages name it among others.
    public record Relation(String name, Supplier<LogicalPlan> source, Optional<Linked> linked, boolean listed) {
        /// A table that is the same wherever it is named.
        public Relation(String name, Supplier<LogicalPlan> source) {
            this(name, source, Optional.empty(), true);
        }

        /// A table that is always there.
        public static Relation unlisted(String name, Supplier<LogicalPlan> source) {
            return new Relation(name, source, Optional.empty(), false);
        }

        /// A table whose plan is known.
        public Relation(String name, LogicalPlan plan) {
            this(name, () -> plan);
        }

        /// @throws IllegalArgumentException if a file is missing, or a view names what is not there any more
        public LogicalPlan plan() {
            return source.get();
        }
    }

    /// A query of WITH that reads the query `around`, and is bound wherever it is named, by `query`, inside a SELECT
    /// that has no columns of its own. `columns` are the names that WITH gives its first columns.
    public record Linked(String name, List<Name> columns, SelectContext around, Inside query) {
        public Linked {
            columns = List.copyOf(columns);
        }

        private static LogicalPlan refuse() {
            throw new IllegalArgumentException(
                    "it reads the query around its WITH, and can be named only in FROM of the"
                            + " query behind that WITH; write it there in parentheses");
        }
    }

    /// What is known of tables besides their columns.
    public interface Facts {
        /// Nothing.
        Facts NONE = new Facts() {
            @Override
            public ColumnFacts of(Dataset dataset, String column) {
                return ColumnFacts.NONE;
            }

            @Override
            public Map<String, Collation> collations(Dataset dataset) {
                return Map.of();
            }
        };

        /// Of a column of a dataset.
        ColumnFacts of(Dataset dataset, String column);

        /// How columns of a dataset are compared, by name.
        Map<String, Collation> collations(Dataset dataset);
    }

    /// Binds a query inside a SELECT.
    @FunctionalInterface
    public interface Inside {
        SelectContext.Inner of(SelectContext around);
    }

    private final @Nullable Relations outer;
    private final @Nullable SelectContext around;
    private final Map<String, Relation> relations;
    private final Facts facts;
    private final Collations collations;

    private Relations(
            @Nullable Relations outer,
            @Nullable SelectContext around,
            Map<String, Relation> relations,
            Facts facts,
            Collations collations) {
        this.outer = outer;
        this.around = around;
        this.facts = facts;
        this.collations = collations;
        this.relations = new HashMap<>(relations);
    }

    /// Tables by their names in the spelling of [#key], of whose columns nothing is known.
    public Relations(Map<String, Relation> relations) {
        this(relations, Facts.NONE);
    }

    /// Tables by their names in the spelling of [#key], and what is known of a column of a dataset.
    public Relations(Map<String, Relation> relations, Facts facts) {
        this(relations, facts, new Collations(facts::collations, Optional.empty()));
    }

    /// The same for a query that one over other tables reads, as that of a view, whose collations it takes along.
    public Relations(Map<String, Relation> relations, Facts facts, Collations collations) {
        this(null, null, relations, facts, collations);
    }

    /// What is known of a column of a dataset.
    public ColumnFacts facts(Dataset dataset, String column) {
        return facts.of(dataset, column);
    }

    /// How the texts of these tables are compared, and of the queries that read them.
    public Collations collations() {
        return collations;
    }

    /// What a name means, with its schema in front or not. A table of main that one of the schema in use hides is found
    /// by its long name.
    public Optional<Relation> find(List<Name> path) {
        String name = Name.ofTable(path);
        return Optional.of("main." + name)
                .filter(_ -> path.size() > 1)
                .flatMap(this::find)
                .or(() -> find(name));
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
            scope.relations.forEach((key, relation) -> {
                if (relation.listed()) {
                    names.putIfAbsent(key, relation.name());
                }
            });
        }
        return names.values().stream().distinct().sorted().toList();
    }

    /// A scope in which tables of WITH are added, before these.
    public Relations inner() {
        return new Relations(this, around, Map.of(), facts, collations);
    }

    /// These tables, without what is added later.
    public Relations now() {
        return new Relations(outer, around, relations, facts, collations);
    }

    /// The same tables for queries that lie in an expression of a SELECT.
    public Relations within(SelectContext select) {
        return new Relations(this, select, Map.of(), facts, collations);
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

    /// Adds a query of WITH to this scope that reads the query around.
    ///
    /// @return whether no table of this scope has the name
    public boolean add(Linked linked) {
        Relation relation = new Relation(linked.name(), Linked::refuse, Optional.of(linked), true);
        return relations.putIfAbsent(key(linked.name()), relation) == null;
    }

    /// The spelling by which a name is found.
    public static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
