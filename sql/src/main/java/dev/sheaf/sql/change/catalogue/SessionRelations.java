package dev.sheaf.sql.change.catalogue;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.Collations;
import dev.sheaf.sql.bind.scope.ColumnFacts;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.rows.NumberedTable;
import dev.sheaf.sql.rows.StoredTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// The tables of a session as queries see them: views bound anew, names without the schema that is in use, and what the
/// session says of itself.
final class SessionRelations {
    private final Supplier<Map<String, Entry>> entries;
    private final Definitions definitions;
    private final Comments comments;
    private final SessionValues values;
    private final Relations.Facts facts = new TableFacts();

    /// @param entries what there is when it is asked, by names in small letters
    SessionRelations(
            Supplier<Map<String, Entry>> entries, Definitions definitions, Comments comments, SessionValues values) {
        this.values = values;
        this.entries = entries;
        this.definitions = definitions;
        this.comments = comments;
    }

    /// The tables as queries see them now.
    Relations relations() {
        return relations(new Sight(Set.of(), this::informationSchema, collations()));
    }

    /// What one query sees.
    ///
    /// @param hidden a view does not see itself, nor those on the way to it
    /// @param told what is said of all tables where a query asks
    /// @param collations how texts are compared, of the query and of the views that it reads
    private record Sight(Set<String> hidden, Supplier<InformationSchema> told, Collations collations) {
        Sight without(String view) {
            Set<String> more = new HashSet<>(hidden);
            more.add(view);
            return new Sight(more, told, collations);
        }
    }

    private Collations collations() {
        return new Collations(facts::collations, values.settings().collation());
    }

    private Relations relations(Sight sight) {
        Map<String, Relations.Relation> relations = new HashMap<>();
        entries.get().forEach((key, entry) -> {
            if (!sight.hidden().contains(key)) {
                relations.put(key, new Relations.Relation(entry.name(), plan(key, entry, sight)));
            }
        });
        addInUse(relations);
        for (String name : InformationSchema.NAMES) {
            relations.putIfAbsent(
                    name,
                    Relations.Relation.unlisted(name, () -> sight.told().get().plan(name)));
        }
        return new Relations(relations, facts, sight.collations());
    }

    /// Adds what may be named without the schema that is in use, and what it hides.
    private void addInUse(Map<String, Relations.Relation> relations) {
        String before = definitions.inUse("");
        for (Map.Entry<String, Relations.Relation> entry : List.copyOf(relations.entrySet())) {
            if (!before.isEmpty() && entry.getKey().startsWith(before)) {
                String key = entry.getKey().substring(before.length());
                Relations.Relation hidden = relations.put(key, entry.getValue());
                if (hidden != null) {
                    relations.put(Definitions.MAIN + "." + key, hidden);
                }
            }
        }
    }

    /// What the tables that datasets are say of their columns.
    private final class TableFacts implements Relations.Facts {
        @Override
        public ColumnFacts of(Dataset dataset, String column) {
            return made(dataset)
                    .map(made -> made.rules().facts(made.table().schema().field(column)))
                    .orElse(ColumnFacts.NONE);
        }

        @Override
        public Map<String, Collation> collations(Dataset dataset) {
            return made(dataset instanceof NumberedTable numbered ? numbered.table() : dataset)
                    .map(made -> made.rules().collations())
                    .orElse(Map.of());
        }

        private Optional<Entry.Made> made(Dataset dataset) {
            return dataset instanceof StoredTable
                    ? entries.get().values().stream()
                            .filter(Entry.Made.class::isInstance)
                            .map(Entry.Made.class::cast)
                            .filter(made -> made.table() == dataset)
                            .findFirst()
                    : Optional.empty();
        }
    }

    /// What there is. Views are planned for their columns over a session that says nothing of itself, or the columns
    /// of each view that asks would need those of all others.
    private InformationSchema informationSchema() {
        return new InformationSchema(
                definitions.schemas(),
                new TreeMap<>(entries.get())
                        .entrySet().stream()
                                .map(entry -> told(
                                        entry.getValue(),
                                        plan(
                                                entry.getKey(),
                                                entry.getValue(),
                                                new Sight(Set.of(), InformationSchema::empty, collations()))))
                                .toList(),
                values.settings());
    }

    private InformationSchema.Relation told(Entry entry, Supplier<LogicalPlan> plan) {
        Map<String, String> said = comments.of(entry.name());
        return InformationSchema.Relation.of(entry, definitions.schemaOf(entry.name()), plan, said);
    }

    private Supplier<LogicalPlan> plan(String key, Entry entry, Sight sight) {
        return switch (entry) {
            case Entry.Given(String _, Supplier<LogicalPlan> plan) -> plan;
            case Entry.Made made -> () -> scan(made.table());
            case Entry.View(String _, Function<Relations, LogicalPlan> binding) ->
                () -> binding.apply(relations(sight.without(key)));
        };
    }

    private static LogicalPlan scan(StoredTable table) {
        return new LogicalPlan.Scan(table, table.schema().names(), Optional.empty());
    }
}
