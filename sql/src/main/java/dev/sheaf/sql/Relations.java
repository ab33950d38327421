package dev.sheaf.sql;

import dev.sheaf.plan.LogicalPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The tables that a query may name, in any case: those of the session, and the queries of WITH before them.
final class Relations {

    /// A table as its owner spells it.
    record Relation(String name, LogicalPlan plan) {}

    private final Map<String, Relation> relations;

    Relations(Map<String, Relation> relations) {
        this.relations = Map.copyOf(relations);
    }

    Optional<Relation> find(String name) {
        return Optional.ofNullable(relations.get(key(name)));
    }

    List<String> names() {
        return relations.values().stream().map(Relation::name).sorted().toList();
    }

    /// These tables and one more, which hides another of its name.
    Relations with(String name, LogicalPlan plan) {
        Map<String, Relation> more = new HashMap<>(relations);
        more.put(key(name), new Relation(name, plan));
        return new Relations(more);
    }

    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
