package dev.sheaf.sql.bind.from;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Field;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.exec.NamedQuery;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.Chance;
import dev.sheaf.sql.join.LinkedRows;
import dev.sheaf.sql.join.Subquery;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Relation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Binds queries in FROM. They may read the relations to their left, whether LATERAL is written or not, and,
/// where FROM lies in a query inside another, the query around.
final class LateralBinder {
    /// For how many parts a query of WITH counts wherever it is bound: queries in one another would double.
    private static final long PARTS_OF_WITH = 100;

    private final FromContext context;
    private final Outers outers;
    private final BiFunction<FromContext, Relation, From> nested;

    /// Queries that were bound before it was known how they are joined.
    private final Map<Relation.Subquery, SelectContext.Inner> bound = new IdentityHashMap<>();

    /// Other relations of that kind.
    private final Map<Relation, From> known = new IdentityHashMap<>();

    /// Whether rows of a left side stand in a query behind it already, and so twice in the plan of both.
    private boolean isLinked;

    /// @param nested binds relations that are a query of their own, as FROM does
    LateralBinder(FromContext context, BiFunction<FromContext, Relation, From> nested) {
        this.context = context;
        this.nested = nested;
        this.outers = context.outers();
    }

    /// A query as a relation behind its left side, the conditions that link it to what it reads, and whether that is a
    /// relation to its left.
    record Right(From left, From from, List<Expr> links, boolean isLateral) {
        /// The relation where its rows are kept that no row of the left side fits.
        From linked() {
            return new From(from.plan(), from.scope(), links, from.order());
        }
    }

    /// Whether a relation is a query in parentheses, or one of WITH that reads the query around, with an alias or
    /// without.
    boolean isQuery(Relation relation) {
        Relation inner = relation instanceof Relation.Aliased aliased ? aliased.relation() : relation;
        return inner instanceof Relation.Subquery || common(inner).isPresent();
    }

    /// The query of WITH that a relation names, if it reads the query around and that is in reach.
    private Optional<Relations.Linked> common(Relation relation) {
        return relation instanceof Relation.Named named
                ? context.relations()
                        .find(named.path())
                        .flatMap(Relations.Relation::linked)
                        .filter(linked -> outers.are(linked.around()))
                : Optional.empty();
    }

    /// A query to whose left nothing stands.
    From query(Relation relation) {
        return query(relation, From.nothing()).linked();
    }

    /// A query, with an alias or without, behind some relations; columns of its plan have names that those of
    /// the left side do not have, if it reads any.
    Right query(Relation relation, From left) {
        boolean isAliased = relation instanceof Relation.Aliased;
        Relation inner = isAliased ? ((Relation.Aliased) relation).relation() : relation;
        Optional<String> name =
                isAliased ? Optional.of(((Relation.Aliased) relation).name().text()) : Optional.empty();
        List<Name> columns = isAliased ? ((Relation.Aliased) relation).columns() : List.of();
        return common(inner)
                .map(table -> common(table, inner, name, columns, left))
                .orElseGet(() -> query((Relation.Subquery) inner, name, columns, left));
    }

    /// A query of WITH. What it reads is not to its left.
    private Right common(Relations.Linked table, Node node, Optional<String> name, List<Name> names, From left) {
        Queries queries = context.queries();
        queries.origins().add(PARTS_OF_WITH, node, "queries of WITH");
        SelectContext around = SelectContext.of(queries.origins(), queries.parameters(), Scope.EMPTY, outers);
        SelectContext.Inner inner = table.query().of(around);
        List<Name> columns = new ArrayList<>(names);
        table.columns().stream().skip(columns.size()).forEach(columns::add);
        context.checkNames(columns, inner.columns().size(), node);
        return linked(inner, named(inner.columns(), columns, name.or(() -> Optional.of(table.name()))), left);
    }

    /// Whether a query reads relations to its left. It is not bound anew for its rows.
    boolean readsLeft(Relation relation, From left) {
        Relation inner = relation instanceof Relation.Aliased aliased ? aliased.relation() : relation;
        if (!(inner instanceof Relation.Subquery node)) {
            return false;
        }
        SelectContext.Inner query = bound(node, left);
        bound.put(node, query);
        return isLateral(query.query());
    }

    /// The names of the columns of a relation, in small letters. It is not bound anew for its rows.
    ///
    /// @param relations binds what is no query
    Set<String> names(Relation relation, From left, Function<Relation, From> relations) {
        Set<String> names = new TreeSet<>();
        if (relation instanceof Relation.Aliased aliased && aliased.relation() instanceof Relation.Subquery) {
            aliased.columns().forEach(name -> names.add(Relations.key(name.text())));
        }
        Relation inner = relation instanceof Relation.Aliased aliased ? aliased.relation() : relation;
        if (inner instanceof Relation.Subquery node) {
            SelectContext.Inner query = bound(node, left);
            bound.put(node, query);
            query.columns().forEach(column -> names.add(Relations.key(column.name())));
        } else {
            From from = relations.apply(relation);
            known.put(relation, from);
            from.scope().columns().forEach(column -> names.add(Relations.key(column.name())));
        }
        return names;
    }

    /// A relation that was bound for its names.
    Optional<From> known(Relation relation) {
        return Optional.ofNullable(known.remove(relation));
    }

    private boolean isLateral(Subquery query) {
        return !outers.fields().keySet().containsAll(read(query));
    }

    private SelectContext.Inner bound(Relation.Subquery node, From left) {
        SelectContext.Inner known = bound.remove(node);
        if (known != null) {
            return known;
        }
        Queries queries = context.queries();
        SelectContext around = SelectContext.of(queries.origins(), queries.parameters(), left.scope(), outers);
        return queries.bindInner(node.query(), context.relations(), around);
    }

    private Right query(Relation.Subquery node, Optional<String> name, List<Name> columns, From left) {
        SelectContext.Inner inner = bound(node, left);
        if (inner.query().outers().isEmpty()) {
            LogicalPlan plan = context.renamed(inner.query().plan(), columns, node);
            return new Right(left, From.of(plan, name), List.of(), false);
        }
        context.checkNames(columns, inner.columns().size(), node);
        return linked(inner, named(inner.columns(), columns, name), left);
    }

    /// Joins that read relations to their left, as a query of all their columns, which keep their names.
    Right joins(Relation.Joined joins, From left) {
        Queries queries = context.queries();
        SelectContext around = SelectContext.of(queries.origins(), queries.parameters(), left.scope(), outers);
        Outers read = Outers.of(around);
        FromContext inside = new FromContext(queries, context.relations(), read);
        From rows = nested.apply(inside, joins);
        List<ScopeColumn> shown = rows.scope().columns();
        List<Expr> values =
                shown.stream().<Expr>map(column -> col(column.planName())).toList();
        Subquery query = new Subquery(
                inside.filtered(rows),
                inside.around(rows),
                values,
                Optional.empty(),
                Map.copyOf(read.references()),
                read.rows());
        return linked(new SelectContext.Inner(query, List.of()), shown, left);
    }

    /// A query that reads rows before it.
    private Right linked(SelectContext.Inner inner, List<ScopeColumn> shown, From before) {
        boolean isTwice = !LinkedRows.standsAlone(inner.query());
        From left = isTwice && (isLinked || Chance.isIn(before.plan())) ? shared(before) : before;
        UniqueNames names = new UniqueNames(left.plan().schema().names());
        outers.fields().keySet().forEach(names::unique);
        LinkedRows linked = LinkedRows.of(inner.query(), () -> rows(read(inner.query()), left), names);
        isLinked |= isTwice;
        return new Right(left, from(linked, shown, inner, names), linked.links(), isLateral(inner.query()));
    }

    /// The left side as a query that runs once: its rows stand in what is joined with it, too. Written out, they would
    /// double with each query that reads the ones before.
    private From shared(From left) {
        LogicalPlan rows = NamedQuery.scan("the rows before a query of FROM", context.filtered(left), Optional.empty());
        return new From(rows, new Scope(rows.schema(), left.scope().columns()), context.around(left));
    }

    private static Set<String> read(Subquery query) {
        Set<String> read = new TreeSet<>();
        query.outers().values().forEach(outer -> read.addAll(ExprColumns.of(outer)));
        return read;
    }

    /// Rows with the columns that a query reads: those of the left side, and those that stand for the query around.
    /// Conditions of the left side that read the query around hold for the pairs anyway.
    private LogicalPlan rows(Set<String> read, From left) {
        Set<String> around = new TreeSet<>(read);
        around.retainAll(outers.fields().keySet());
        if (around.isEmpty()) {
            return context.filtered(left);
        }
        LogicalPlan rows = outers.rows(around);
        return around.equals(read)
                ? rows
                : new LogicalPlan.Join(rows, context.filtered(left), JoinKind.INNER, List.of(), Optional.empty());
    }

    private static List<ScopeColumn> named(List<Field> fields, List<Name> columns, Optional<String> relation) {
        List<ScopeColumn> named = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            String name =
                    i < columns.size() ? columns.get(i).text() : fields.get(i).name();
            named.add(new ScopeColumn(relation, name, name));
        }
        return named;
    }

    private static From from(LinkedRows linked, List<ScopeColumn> shown, SelectContext.Inner inner, UniqueNames names) {
        List<SortDirection> order = inner.order();
        Map<String, Collation> collations = new HashMap<>();
        List<Expr> columns = new ArrayList<>();
        linked.plan().schema().names().forEach(name -> columns.add(col(name)));
        List<ScopeColumn> known = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            String own = names.unique(shown.get(i).name());
            columns.add(linked.values().get(i).as(own));
            known.add(shown.get(i).in(own));
            if (i < inner.columns().size()
                    && inner.collations().containsKey(inner.columns().get(i).name())) {
                collations.put(
                        own, inner.collations().get(inner.columns().get(i).name()));
            }
        }
        List<SortKey> keys = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            String own = names.unique("order");
            columns.add(linked.values().get(shown.size() + i).as(own));
            keys.add(new SortKey(col(own), order.get(i)));
        }
        LogicalPlan plan = new LogicalPlan.Project(linked.plan(), columns);
        return new From(plan, new Scope(plan.schema(), known).collated(collations), List.of(), keys);
    }
}
