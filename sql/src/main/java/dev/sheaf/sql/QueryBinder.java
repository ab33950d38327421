package dev.sheaf.sql;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/// Binds whole queries: WITH, SELECT, VALUES, UNION, ORDER BY and LIMIT.
final class QueryBinder {
    private final Statement statement;

    QueryBinder(Statement statement) {
        this.statement = statement;
    }

    /// What may stand behind a query. `offset` and `count` as in [LogicalPlan.Limit].
    record Tail(List<SqlNode> orderBy, long offset, long count) {
        static final Tail NONE = new Tail(List.of(), 0, Long.MAX_VALUE);

        LogicalPlan limit(LogicalPlan plan) {
            return offset == 0 && count == Long.MAX_VALUE ? plan : new LogicalPlan.Limit(plan, offset, count);
        }
    }

    LogicalPlan bind(SqlNode node, Relations relations) {
        return bind(node, relations, Tail.NONE);
    }

    private LogicalPlan bind(SqlNode node, Relations relations, Tail tail) {
        return switch (node) {
            case SqlOrderBy ordered when tail.equals(Tail.NONE) -> bind(ordered.query, relations, tail(ordered));
            case SqlWith with -> bind(with.body, with(with, relations), tail);
            case SqlSelect select -> new SelectBinder(statement, relations, this).bind(select, tail);
            case SqlOrderBy inner -> sorted(bind(inner, relations), tail);
            default ->
                switch (node.getKind()) {
                    case VALUES -> sorted(values((SqlCall) node), tail);
                    case UNION -> sorted(union((SqlBasicCall) node, relations), tail);
                    case INTERSECT, EXCEPT -> throw statement.error(node, node.getKind() + " is not supported yet");
                    default -> throw statement.error(node, "this is no query");
                };
        };
    }

    private Relations with(SqlWith with, Relations relations) {
        Relations result = relations;
        Set<String> names = new HashSet<>();
        for (SqlNode node : with.withList) {
            SqlWithItem item = (SqlWithItem) node;
            if (!names.add(Relations.key(item.name.getSimple()))) {
                throw statement.error(item.name, "WITH names two queries \"" + item.name.getSimple() + "\"");
            }
            if (item.recursive.booleanValue()) {
                throw statement.error(item, "WITH RECURSIVE is not supported");
            }
            LogicalPlan plan = bind(item.query, result);
            List<SqlNode> columns = item.columnList == null ? List.of() : item.columnList;
            plan = new FromBinder(statement, result, this).renamed(plan, columns, item);
            result = result.with(item.name.getSimple(), plan);
        }
        return result;
    }

    private Tail tail(SqlOrderBy ordered) {
        return new Tail(
                ordered.orderList, rows(ordered.offset, "OFFSET", 0), rows(ordered.fetch, "LIMIT", Long.MAX_VALUE));
    }

    private long rows(@Nullable SqlNode node, String clause, long otherwise) {
        if (node == null) {
            return otherwise;
        }
        Optional<BigInteger> rows = Literals.wholeNumber(node).filter(number -> number.signum() >= 0);
        return rows.orElseThrow(() -> statement.error(node, clause + " takes a whole number of 0 or more"))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }

    /// ORDER BY and LIMIT behind what has no columns but those of its result.
    private LogicalPlan sorted(LogicalPlan plan, Tail tail) {
        if (tail.orderBy().isEmpty()) {
            return tail.limit(plan);
        }
        Scope scope = new Scope(Optional.empty(), plan.schema());
        SelectContext context = new SelectContext(statement, scope, new Aliases(), new Calls(plan.schema()), List.of());
        List<SelectList.Item> items = plan.schema().names().stream()
                .map(name -> new SelectList.Item(tail.orderBy().getFirst(), name, Expressions.col(name), false))
                .toList();
        List<OrderKeys.Key> keys = OrderKeys.bind(tail.orderBy(), context, items);
        return tail.limit(new LogicalPlan.Sort(
                plan, keys.stream().map(key -> key.sortKey(key.expr())).toList()));
    }

    /// UNION ALL: rows of the first query, then of the second, in columns of common types with the names of the
    /// first. UNION: distinct ones.
    private LogicalPlan union(SqlBasicCall union, Relations relations) {
        LogicalPlan left = bind(union.operand(0), relations);
        LogicalPlan right = bind(union.operand(1), relations);
        int columns = left.schema().size();
        if (right.schema().size() != columns) {
            throw statement.error(
                    union.operand(1),
                    "this query has " + right.schema().size() + " columns, the one before UNION " + columns);
        }
        List<DataType> types = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            types.add(common(left.schema().field(i), right.schema().field(i), union.operand(1)));
        }
        List<String> names = left.schema().names();
        LogicalPlan all = scan(UnionRows.of(List.of(converted(left, types, names), converted(right, types, names))));
        return ((SqlSetOperator) union.getOperator()).isAll() ? all : new LogicalPlan.Distinct(all);
    }

    private DataType common(Field left, Field right, SqlNode node) {
        Schema both = Schema.of(left.named(left.name()), right.named(left.name() + "'"));
        Expr choice = new Expr.Case(
                List.of(new Expr.When(Expressions.lit(true), Expressions.col(left.name()))),
                Expressions.col(left.name() + "'"));
        try {
            return Typing.typeOf(choice, both);
        } catch (IllegalArgumentException mixed) {
            throw statement.error(
                    node,
                    "UNION cannot mix " + left.type() + " \"" + left.name() + "\" and " + right.type() + " \""
                            + right.name() + "\"; cast one of them");
        }
    }

    private static LogicalPlan converted(LogicalPlan plan, List<DataType> types, List<String> names) {
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            Field field = plan.schema().field(i);
            Expr column = Expressions.col(field.name());
            Expr typed = field.type().decoded().equals(types.get(i)) ? column : column.cast(types.get(i));
            columns.add(typed.outputName().equals(names.get(i)) ? typed : typed.as(names.get(i)));
        }
        return SelectBinder.project(plan, columns);
    }

    private static LogicalPlan scan(Dataset rows) {
        return new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty());
    }

    /// VALUES: constants, each column of the type that its values have in common.
    private LogicalPlan values(SqlCall values) {
        List<List<Expr>> rows = new ArrayList<>();
        for (SqlNode row : values.getOperandList()) {
            rows.add(row(row, values.operand(0)));
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < rows.getFirst().size(); i++) {
            int column = i;
            Object[] cells = rows.stream().map(row -> row.get(column)).toArray();
            DataType type = statement.type(Expressions.coalesce(cells), Scope.EMPTY.schema(), values);
            fields.add(new Field("col" + i, type));
        }
        Schema schema = new Schema(fields);
        List<List<Object>> constants =
                rows.stream().map(row -> constants(row, schema, values)).toList();
        return scan(new ConstantRows(schema, constants));
    }

    private List<Expr> row(SqlNode node, SqlNode first) {
        ExpressionBinder binder = new ExpressionBinder(SelectContext.ofConstants(statement), Clause.VALUES);
        List<SqlNode> cells = cells(node);
        if (cells.size() != cells(first).size()) {
            throw statement.error(
                    node,
                    "this row has " + cells.size() + " values, the first one "
                            + cells(first).size());
        }
        return cells.stream().map(binder::bind).toList();
    }

    private static List<SqlNode> cells(SqlNode row) {
        return row instanceof SqlNodeList list ? list : ((SqlCall) row).getOperandList();
    }

    private List<Object> constants(List<Expr> row, Schema schema, SqlNode node) {
        List<Object> constants = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Expr cell = row.get(i).cast(schema.field(i).type());
            if (!(Binder.bind(cell, Scope.EMPTY.schema()) instanceof BoundExpr.Constant(Object value, var _))) {
                throw statement.error(
                        statement.node(row.get(i), node),
                        "this cannot be computed: " + row.get(i).outputName());
            }
            constants.add(value);
        }
        return Collections.unmodifiableList(constants);
    }
}
