package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.rows.ConstantRows;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.TreeSearch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Binds VALUES: constants, each column of the type that its values have in common.
final class ValuesBinder {
    private final Origins origins;
    private final ExpressionBinder expressions;

    ValuesBinder(Origins origins, Parameters parameters) {
        this.origins = origins;
        this.expressions = new ExpressionBinder(SelectContext.of(origins, parameters, Scope.EMPTY), Clause.VALUES);
    }

    /// The rows; none if a value calls a lambda or a function that gives another value each time, which only a query
    /// that runs computes.
    Optional<LogicalPlan> bind(Query.Values values) {
        if (areVolatile(values)) {
            return Optional.empty();
        }
        List<List<Expr>> rows = new ArrayList<>();
        int width = values.rows().getFirst().size();
        for (List<Expression> row : values.rows()) {
            rows.add(row(row, width));
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            int column = i;
            Object[] cells = rows.stream().map(row -> row.get(column)).toArray();
            DataType type = origins.type(Expressions.coalesce(cells), Typing.over(Scope.EMPTY.schema()), values);
            fields.add(new Field("col" + i, type));
        }
        return scanned(rows, new Schema(fields), values).map(plan -> collated(plan, rows));
    }

    /// Notes of each column how the first value that says it is compared.
    private LogicalPlan collated(LogicalPlan plan, List<List<Expr>> rows) {
        Map<String, Collation> known = new HashMap<>();
        for (List<Expr> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                String column = plan.schema().names().get(i);
                expressions.context().said(row.get(i)).ifPresent(how -> known.putIfAbsent(column, how));
            }
        }
        origins.collations().note(plan, known);
        return plan;
    }

    /// Whether the rows are no constants but read the query around.
    boolean reads(Query.Values values, SelectContext around) {
        Outers outers = Outers.of(around);
        SelectContext context = SelectContext.of(origins, around.parameters(), Scope.EMPTY, outers);
        ExpressionBinder binder = new ExpressionBinder(context, Clause.VALUES);
        for (List<Expression> row : values.rows()) {
            row.stream().filter(cell -> !isWritten(cell)).forEach(binder::bind);
        }
        return !outers.references().isEmpty();
    }

    /// Whether an expression calls a lambda, written or of a map.
    private static boolean holdsLambda(Expr expr) {
        return expr instanceof Expr.Lambda || expr.children().stream().anyMatch(ValuesBinder::holdsLambda);
    }

    /// Whether a value is written as it is, and so reads nothing.
    private static boolean isWritten(Expression cell) {
        return switch (cell) {
            case Expression.Numeral _, Expression.Text _, Expression.Bool _, Expression.Null _ -> true;
            case Expression.Prefix prefix -> isWritten(prefix.operand());
            default -> false;
        };
    }

    private static boolean areVolatile(Query.Values values) {
        return values.rows().stream()
                .flatMap(List::stream)
                .anyMatch(cell -> !isWritten(cell) && TreeSearch.holdsVolatileCall(cell));
    }

    /// The rows as queries of one row each.
    static Query selects(Query.Values values) {
        List<Query> rows = values.rows().stream().map(ValuesBinder::select).toList();
        List<Query.Branch> others = rows.stream()
                .skip(1)
                .map(row -> new Query.Branch(Query.SetOperation.UNION, true, false, row))
                .toList();
        return others.isEmpty() ? rows.getFirst() : new Query.Combined(rows.getFirst(), others, values.at());
    }

    private static Query select(List<Expression> row) {
        List<Clauses.Item> items = new ArrayList<>();
        for (Expression cell : row) {
            Name name = new Name("col" + items.size(), cell.at());
            items.add(new Clauses.Item(cell, Optional.of(name), cell.at()));
        }
        return Query.Select.of(items, Optional.empty(), at(row));
    }

    /// As [#bind(Query.Values)], the constants being those of columns of some types, each cast on its own.
    Optional<LogicalPlan> bind(Query.Values values, List<DataType> types) {
        if (areVolatile(values)) {
            return Optional.empty();
        }
        List<List<Expr>> rows = new ArrayList<>();
        for (List<Expression> row : values.rows()) {
            if (row.size() != types.size()) {
                throw origins.error(at(row), row.size() + " values for " + types.size() + " columns");
            }
            List<Expr> cells = new ArrayList<>(row(row, types.size()));
            for (int i = 0; i < types.size(); i++) {
                Expression cell = row.get(i);
                cells.set(i, cast(cells.get(i), types.get(i), cell));
            }
            rows.add(cells);
        }
        List<Field> fields = IntStream.range(0, types.size())
                .mapToObj(i -> new Field("col" + i, types.get(i)))
                .toList();
        return scanned(rows, new Schema(fields), values);
    }

    /// A column that was made of NULL takes nothing else.
    private Expr cast(Expr value, DataType type, Expression cell) {
        if (type.equals(DataType.NULL)
                && !origins.type(value, Typing.over(Scope.EMPTY.schema()), cell).equals(DataType.NULL)) {
            throw origins.error(cell, "the column was made of NULL, and has no type for other values");
        }
        return origins.note(expressions.checked(cell, Literals.cast(value, type, false)), cell);
    }

    private Optional<LogicalPlan> scanned(List<List<Expr>> rows, Schema schema, Query.Values values) {
        if (rows.stream().flatMap(List::stream).anyMatch(ValuesBinder::holdsLambda)) {
            return Optional.empty();
        }
        List<List<Object>> constants =
                rows.stream().map(row -> constants(row, schema, values.at())).toList();
        return Optional.of(new LogicalPlan.Scan(new ConstantRows(schema, constants), schema.names(), Optional.empty()));
    }

    private List<Expr> row(List<Expression> cells, int width) {
        if (cells.size() != width) {
            throw origins.error(at(cells), "this row has " + cells.size() + " values, the first one " + width);
        }
        return cells.stream().map(expressions::bind).toList();
    }

    private static Span at(List<Expression> cells) {
        return cells.getFirst().at().to(cells.getLast().at());
    }

    private List<Object> constants(List<Expr> row, Schema schema, Span at) {
        List<Object> constants = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Expr cell = row.get(i).cast(schema.field(i).type());
            if (!(Binder.bind(cell, Scope.EMPTY.schema()) instanceof BoundExpr.Constant(Object value, var _))) {
                throw origins.error(
                        origins.at(row.get(i), at),
                        "this cannot be computed: " + row.get(i).outputName());
            }
            constants.add(value);
        }
        return Collections.unmodifiableList(constants);
    }
}
