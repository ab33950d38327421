package dev.sheaf.sql.bind.scope;

import dev.sheaf.sql.join.UniqueNames;
import java.util.Locale;
import java.util.Optional;

/// A column as the query knows it, and its name in the plan; `listed` if it is found without a relation in
/// front and stands for itself in `*`, which only one of the columns that USING makes equal does. That one is
/// `shared`, and is meant by its name before columns of other relations are. One is `lacking` if rows may be
/// without a row of its relation, whose columns are null then. A `silent` one is of no `*`, and meant where no
/// other column has its name. `qualified` is the name of a relation without an alias with its schema in front,
/// `collation` how its values are compared, if not as they are.
public record ScopeColumn(
        Optional<String> relation,
        String name,
        String planName,
        boolean listed,
        boolean shared,
        boolean lacking,
        boolean silent,
        Optional<String> qualified,
        Optional<Collation> collation) {
    public ScopeColumn(Optional<String> relation, String name, String planName) {
        this(relation, name, planName, true, false, false, false, Optional.empty(), Optional.empty());
    }

    /// One that only its name means.
    public static ScopeColumn silent(Optional<String> relation, String name, String planName) {
        return new ScopeColumn(relation, name, planName, false, false, false, true, Optional.empty(), Optional.empty());
    }

    public ScopeColumn hidden() {
        return new ScopeColumn(relation, name, planName, false, false, lacking, silent, qualified, collation);
    }

    public ScopeColumn ofUsing() {
        return new ScopeColumn(relation, name, planName, true, true, lacking, silent, qualified, collation);
    }

    /// The same where rows may be without one of the relation.
    public ScopeColumn ofOuter() {
        return new ScopeColumn(relation, name, planName, listed, shared, true, silent, qualified, collation);
    }

    /// The same with another name in the plan.
    public ScopeColumn in(String plan) {
        return new ScopeColumn(relation, name, plan, listed, shared, lacking, silent, qualified, collation);
    }

    /// The same whose values are compared in a way.
    ScopeColumn collated(Collation how) {
        return new ScopeColumn(relation, name, planName, listed, shared, lacking, silent, qualified, Optional.of(how));
    }

    ScopeColumn of(String other) {
        return new ScopeColumn(
                Optional.of(other), name, planName, listed, shared, lacking, silent, Optional.empty(), collation);
    }

    ScopeColumn in(Optional<String> schemaAndName) {
        return new ScopeColumn(relation, name, planName, listed, shared, lacking, silent, schemaAndName, collation);
    }

    /// Whether it is of a relation of a name, its schema in front or not.
    boolean isOf(String wanted) {
        return relation.filter(wanted::equalsIgnoreCase).isPresent()
                || qualified.filter(wanted::equalsIgnoreCase).isPresent();
    }

    /// The relation with its schema, which tells it from others of its name; an alias has none.
    Optional<Relation> whole() {
        return relation.map(own -> new Relation(lower(own), qualified.map(ScopeColumn::lower)));
    }

    boolean isWritten() {
        return !name.startsWith(UniqueNames.OURS);
    }

    static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// A relation by its name and, unless it is an alias, its name with the schema in front, in lower case.
    record Relation(String name, Optional<String> qualified) {}
}
