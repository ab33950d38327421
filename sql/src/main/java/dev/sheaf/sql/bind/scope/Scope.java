package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the names in a query may refer to: the columns of the relations in FROM, which may have names themselves.
///
/// A column has two names: the one that the query writes, which columns of two relations may share, and that of the
/// plan, which is its own.
public final class Scope {
    /// The scope of a query without FROM.
    public static final Scope EMPTY = new Scope(Optional.empty(), new Schema(List.of()));

    private final Schema schema;
    private final List<ScopeColumn> columns;

    /// Stands in front of columns without relation where those of other queries have to be told apart; known by
    /// which object it is.
    private final String mark;

    /// The columns by their names in lower case.
    private final Map<String, List<ScopeColumn>> byName = new HashMap<>();

    private final Map<String, ScopeColumn> byPlanName = new HashMap<>();

    public Scope(Optional<String> relation, Schema schema) {
        this(
                schema,
                schema.names().stream()
                        .map(name -> new ScopeColumn(relation, name, name))
                        .toList());
    }

    public Scope(Schema schema, List<ScopeColumn> columns) {
        this.schema = schema;
        this.columns = List.copyOf(columns);
        this.mark = "query of " + schema.size() + " columns";
        columns.forEach(column -> byName.computeIfAbsent(ScopeColumn.lower(column.name()), _ -> new ArrayList<>(1))
                .add(column));
        columns.forEach(column -> byPlanName.putIfAbsent(column.planName(), column));
    }

    /// All columns in the order of FROM.
    public List<ScopeColumn> columns() {
        return columns;
    }

    /// The columns of the plan.
    public Schema schema() {
        return schema;
    }

    /// What may be written in front of columns, in the order of FROM: the names of the relations, with the schema where
    /// others have the name, too.
    public List<String> relations() {
        return columns.stream()
                .flatMap(column -> relationOf(column).stream())
                .distinct()
                .toList();
    }

    private Optional<String> relationOf(ScopeColumn column) {
        return column.relation()
                .map(name -> areSeveral(name) ? column.qualified().orElse(name) : name);
    }

    /// Whether several relations have a name.
    public boolean areSeveral(String relation) {
        return wholes(columns.stream().filter(column -> column.isOf(relation))).size() > 1;
    }

    private static Set<Optional<ScopeColumn.Relation>> wholes(Stream<ScopeColumn> columns) {
        return columns.map(ScopeColumn::whole).collect(Collectors.toSet());
    }

    /// The name of a relation that both scopes have, without a schema that tells one from the other.
    public Optional<String> common(Scope other) {
        Set<Optional<ScopeColumn.Relation>> theirs = wholes(other.columns.stream());
        return columns.stream()
                .filter(column -> column.relation().isPresent() && theirs.contains(column.whole()))
                .flatMap(column -> column.relation().stream())
                .findFirst();
    }

    /// How the values of a column of the plan are compared.
    Optional<Collation> collation(String planName) {
        return Optional.ofNullable(byPlanName.get(planName)).flatMap(ScopeColumn::collation);
    }

    /// The same with what is known of how columns of the plan are compared.
    public Scope collated(Map<String, Collation> byPlan) {
        return byPlan.isEmpty()
                ? this
                : new Scope(
                        schema,
                        columns.stream()
                                .map(column -> Optional.ofNullable(byPlan.get(column.planName()))
                                        .map(column::collated)
                                        .orElse(column))
                                .toList());
    }

    private Stream<ScopeColumn> named(String name) {
        return byName.getOrDefault(ScopeColumn.lower(name), List.of()).stream();
    }

    /// The column of a name, in any case; written exactly, if there are several that differ in case only.
    public Optional<ScopeColumn> find(String name) {
        return exactFirst(unqualified(name), name);
    }

    private List<ScopeColumn> unqualified(String name) {
        List<ScopeColumn> listed = named(name).filter(ScopeColumn::listed).toList();
        List<ScopeColumn> shared = listed.stream().filter(ScopeColumn::shared).toList();
        return !shared.isEmpty()
                ? shared
                : listed.isEmpty() ? named(name).filter(ScopeColumn::silent).toList() : listed;
    }

    /// The columns of one relation alone or, with `others`, of all others. One that another column stood for is listed
    /// where that is not seen.
    public Scope seen(String relation, boolean others) {
        List<ScopeColumn> seen = columns.stream()
                .filter(column -> column.isOf(relation) != others)
                .toList();
        return new Scope(
                schema,
                seen.stream()
                        .map(column -> column.silent() || isListed(column.name(), seen)
                                ? column
                                : new ScopeColumn(column.relation(), column.name(), column.planName()))
                        .toList());
    }

    private static boolean isListed(String name, List<ScopeColumn> columns) {
        return columns.stream()
                .anyMatch(column -> column.listed() && column.name().equalsIgnoreCase(name));
    }

    /// What may be written in front of the column that a name means, also in queries inside.
    public Optional<String> relationOf(String name) {
        return find(name).map(column -> relationOf(column).orElse(mark));
    }

    /// As [#find(String)], of the relation of a name.
    @SuppressWarnings("ReferenceEquality") // another query may have columns of the same names
    public Optional<ScopeColumn> find(String relation, String name) {
        if (relation == mark) {
            return find(name);
        }
        return exactFirst(named(name).filter(column -> column.isOf(relation)).toList(), name);
    }

    private static Optional<ScopeColumn> exactFirst(List<ScopeColumn> candidates, String name) {
        return candidates.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .or(() -> candidates.stream().findFirst());
    }

    /// The columns that a name may mean if it does not say which: those of several relations, or of one that differ
    /// in case only and none is written like it; else none.
    public List<String> ambiguous(Optional<String> relation, String name) {
        List<ScopeColumn> candidates = relation.map(
                        own -> named(name).filter(column -> column.isOf(own)).toList())
                .orElseGet(() -> unqualified(name));
        long exact = candidates.stream()
                .filter(candidate -> candidate.name().equals(name))
                .count();
        if (exact > 1 || wholes(candidates.stream()).size() > 1) {
            return candidates.stream().map(column -> shown(column, true)).toList();
        }
        return exact == 1 || candidates.size() < 2
                ? List.of()
                : candidates.stream().map(ScopeColumn::name).toList();
    }

    /// Whether a name in front of a dot means a relation.
    public boolean isRelation(String name) {
        return columns.stream().anyMatch(column -> column.isOf(name));
    }

    /// The same of a table, whose name has a schema in front if another has it, too.
    public Scope qualified(String name) {
        return new Scope(
                schema,
                columns.stream().map(column -> column.in(Optional.of(name))).toList());
    }

    /// The names of a relation with its schema in front.
    public List<String> qualifiedNames(String relation) {
        return columns.stream()
                .filter(column -> column.isOf(relation))
                .flatMap(column -> column.qualified().stream())
                .distinct()
                .toList();
    }

    /// The columns of `*`.
    public List<ScopeColumn> listed() {
        return columns.stream().filter(ScopeColumn::listed).toList();
    }

    /// The columns of `relation.*`.
    public List<ScopeColumn> of(String relation) {
        return columns.stream()
                .filter(column -> column.isOf(relation) && !column.silent())
                .toList();
    }

    /// The same of one relation under another name, if it has columns that only their names mean.
    public Optional<Scope> called(String relation) {
        return columns.stream().anyMatch(ScopeColumn::silent)
                ? Optional.of(new Scope(
                        schema,
                        columns.stream().map(column -> column.of(relation)).toList()))
                : Optional.empty();
    }

    /// How the query calls a column of the plan.
    public String nameOf(String planName) {
        ScopeColumn column = byPlanName.get(planName);
        return column == null ? planName : column.name();
    }

    /// How messages call a column of the plan: with its relation in front, if there are several.
    public String shown(String planName) {
        ScopeColumn column = byPlanName.get(planName);
        return column == null ? planName : shown(column, relations().size() > 1);
    }

    private String shown(ScopeColumn column, boolean several) {
        return several ? relationOf(column).map(own -> own + ".").orElse("") + column.name() : column.name();
    }

    /// What to say of a column that a relation does not have.
    public String unknownOf(String relation, String name) {
        List<String> names = of(relation).stream()
                .filter(ScopeColumn::isWritten)
                .map(ScopeColumn::name)
                .toList();
        return "column \"" + name + "\" not found in \"" + relation + "\"; columns: " + String.join(", ", names) + "."
                + Names.didYouMean(name, names);
    }

    /// What to say of a column that is not there.
    public String unknown(String name) {
        if (columns.isEmpty()) {
            return "column \"" + name + "\" not found; this query has no FROM." + " Text takes single quotes: '" + name
                    + "'.";
        }
        boolean several = relations().size() > 1;
        List<ScopeColumn> written =
                columns.stream().filter(ScopeColumn::isWritten).toList();
        List<String> names = written.stream().map(ScopeColumn::name).toList();
        List<String> shown =
                written.stream().map(column -> shown(column, several)).toList();
        return "column \"" + name + "\" not found; columns: " + String.join(", ", shown) + "."
                + Names.didYouMean(name, names);
    }
}
