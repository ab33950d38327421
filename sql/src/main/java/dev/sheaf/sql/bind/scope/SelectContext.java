package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.join.Subquery;
import dev.sheaf.sql.tree.Clauses.NamedWindow;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the expressions of one SELECT share: the names they may use, and the calls they ask for.
public record SelectContext(
        Origins origins,
        Parameters parameters,
        Scope scope,
        Aliases aliases,
        CallColumns calls,
        List<NamedWindow> windows,
        Outers outers,
        Optional<InnerQueries> inner)
        implements Outers.Around {

    /// Binds queries inside the expressions of a SELECT, whose columns they may read.
    @FunctionalInterface
    public interface InnerQueries {
        Inner bind(Query query, SelectContext around);
    }

    /// A query inside another, and its columns: the values that it gives.
    ///
    /// @param order how its rows are ordered by the values that follow those of the columns; nothing if joins
    ///     cannot lose its order
    /// @param collations how columns are compared whose values are not compared as they are, by name
    public record Inner(
            Subquery query, List<Field> columns, List<SortDirection> order, Map<String, Collation> collations) {
        public Inner(Subquery query, List<Field> columns) {
            this(query, columns, List.of(), Map.of());
        }

        /// A query that reads nothing of the one around.
        public static Inner of(LogicalPlan plan, Collations collations) {
            return new Inner(Subquery.of(plan), plan.schema().fields(), List.of(), collations.of(plan));
        }

        /// The same, which is bound over `around`, for a SELECT inside that has no columns of its own.
        public Inner within(SelectContext select, SelectContext around) {
            Map<String, Expr> outers = new HashMap<>();
            query.outers()
                    .forEach((name, outer) ->
                            outers.put(name, select.outers().column(around, outer, outer.outputName())));
            return new Inner(query.withOuters(outers), columns, order, collations);
        }

        /// The same without what orders it.
        public Inner unordered() {
            return new Inner(
                    query.withValues(query.values().subList(0, columns.size())), columns, List.of(), collations);
        }

        public List<DataType> types() {
            return columns.stream().map(Field::type).toList();
        }
    }

    /// For expressions over some columns, without aliases, aggregates, windows or sub-queries.
    public static SelectContext of(Origins origins, Parameters parameters, Scope scope) {
        return of(origins, parameters, scope, Outers.none());
    }

    /// As [#of(Origins, Parameters, Scope)], and over columns of the query around.
    public static SelectContext of(Origins origins, Parameters parameters, Scope scope, Outers outers) {
        CallColumns calls = new CallColumns(scope.schema(), outers.fields());
        return new SelectContext(origins, parameters, scope, new Aliases(), calls, List.of(), outers, Optional.empty());
    }

    /// The same with other names for the columns.
    public SelectContext over(Scope other) {
        return new SelectContext(origins, parameters, other, aliases, calls, windows, outers, inner);
    }

    /// The relation that is written in front of a column.
    public static Optional<String> relation(Expression.Column column) {
        return column.isSimple()
                ? Optional.empty()
                : Optional.of(column.path().get(column.path().size() - 2).text());
    }

    /// The relation in front of a column as the scope calls it; nothing if it is of another schema.
    public Optional<String> known(Expression.Column column) {
        Optional<String> relation = relation(column);
        int size = column.path().size();
        if (size < 3) {
            return relation;
        }
        String qualified = Name.dotted(column.path().subList(size - 3, size - 1));
        List<String> names = scope.qualifiedNames(relation.orElseThrow());
        return scope.isRelation(qualified)
                ? Optional.of(qualified)
                : relation.filter(_ -> names.isEmpty() || names.stream().anyMatch(qualified::equalsIgnoreCase));
    }

    @Override
    public Optional<String> relationOf(String name) {
        return scope.relationOf(name).or(() -> outers.relationOf(name));
    }

    @Override
    public Optional<Expr> column(Expression.Column column) {
        String name = column.last().text();
        Optional<String> relation = known(column);
        if (relation.isEmpty() != column.isSimple()) {
            return Optional.empty();
        }
        List<String> candidates = scope.ambiguous(relation, name);
        if (!candidates.isEmpty()) {
            boolean several = candidates.stream().noneMatch(name::equalsIgnoreCase);
            throw origins.error(
                    column,
                    "\"" + name + "\" may mean " + String.join(" or ", candidates)
                            + (several ? "; write which one" : "; write it as it is"));
        }
        return relation.map(own -> scope.find(own, name))
                .orElseGet(() -> scope.find(name))
                .map(found -> Expressions.col(found.planName()));
    }

    @Override
    public Optional<Collation> collation(Expr expr) {
        return origins.collations().of(expr, calls.typing(), this::collation);
    }

    /// As [#collation(Expr)] if something but a setting says it: what results of queries and tables take along.
    public Optional<Collation> said(Expr expr) {
        return origins.collations().said(expr, calls.typing(), this::collation);
    }

    /// How the values of a column are compared, or of what it stands for, if something but a setting says it.
    Optional<Collation> collation(String column) {
        Expr.Aggregate aggregate = calls.aggregates().get(column);
        CallColumns.WindowDraft window = calls.windows().get(column);
        Expr unnested = calls.unnests().get(column);
        return scope.collation(column)
                .or(() -> outers.collation(column))
                .or(() -> aggregate == null ? Optional.empty() : collation(aggregate.arguments()))
                .or(() -> window == null
                        ? Optional.empty()
                        : collation(window.function().expressions()))
                .or(() -> unnested == null
                        ? Optional.empty()
                        : origins.collations().within(unnested, calls.typing(), this::collation));
    }

    private Optional<Collation> collation(List<Expr> exprs) {
        return exprs.stream().flatMap(expr -> said(expr).stream()).findFirst();
    }

    /// What stands for a value where it is compared.
    public Expr key(Expr value) {
        return collation(value).map(how -> how.key(value)).orElse(value);
    }

    /// What stands for values that are compared with each other; of rows, for each of their values.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if they are to be compared in different ways
    public List<Expr> keys(List<Expr> values, Node node) {
        if (values.stream().allMatch(SelectContext::isRow)) {
            return ofRows(values, node);
        }
        List<Collation> all = values.stream()
                .flatMap(value -> collation(value).stream())
                .distinct()
                .toList();
        return keys(values, origins.collations().said(all), node);
    }

    /// What stands for a text and one that is looked for in it: a setting does not say how.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError as [#keys]
    public List<Expr> searched(List<Expr> values, Node node) {
        List<Collation> said = values.stream()
                .flatMap(value -> said(value).stream())
                .distinct()
                .toList();
        return keys(values, said, node);
    }

    private List<Expr> keys(List<Expr> values, List<Collation> known, Node node) {
        if (known.size() > 1) {
            throw origins.error(node, "these are compared in different ways; write COLLATE behind one that says which");
        }
        return known.isEmpty()
                ? values
                : values.stream().map(known.getFirst()::key).toList();
    }

    private static boolean isRow(Expr value) {
        return value instanceof Expr.Call(Function function, var _) && function == Function.STRUCT_PACK;
    }

    private List<Expr> ofRows(List<Expr> rows, Node node) {
        List<List<Expr>> parts = rows.stream()
                .<List<Expr>>map(row -> new ArrayList<>(row.children()))
                .toList();
        int size = parts.getFirst().size();
        if (parts.stream().anyMatch(part -> part.size() != size)) {
            return rows;
        }
        boolean isChanged = false;
        for (int i = 1; i < size; i += 2) {
            int at = i;
            List<Expr> values = parts.stream().map(part -> part.get(at)).toList();
            List<Expr> keys = keys(values, node);
            isChanged |= !keys.equals(values);
            for (int row = 0; row < keys.size(); row++) {
                parts.get(row).set(at, keys.get(row));
            }
        }
        return isChanged
                ? parts.stream()
                        .<Expr>map(part -> new Expr.Call(Function.STRUCT_PACK, part))
                        .toList()
                : rows;
    }
}
