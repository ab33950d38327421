package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.sql.join.Subquery;
import dev.sheaf.sql.tree.Clauses.NamedWindow;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
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
    public record Inner(Subquery query, List<Field> columns, List<SortDirection> order) {
        public Inner(Subquery query, List<Field> columns) {
            this(query, columns, List.of());
        }

        /// The same, which is bound over `around`, for a SELECT inside that has no columns of its own.
        public Inner within(SelectContext select, SelectContext around) {
            Map<String, Expr> outers = new HashMap<>();
            query.outers()
                    .forEach((name, outer) ->
                            outers.put(name, select.outers().column(around, outer, outer.outputName())));
            return new Inner(query.withOuters(outers), columns, order);
        }

        /// The same without what orders it.
        public Inner unordered() {
            return new Inner(query.withValues(query.values().subList(0, columns.size())), columns);
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
}
