package dev.sheaf.sql;

import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/// Binds FROM: a table, a file, a sub-query, under a name of its own or not.
final class FromBinder {
    private final Statement statement;
    private final Relations relations;
    private final QueryBinder queries;

    FromBinder(Statement statement, Relations relations, QueryBinder queries) {
        this.statement = statement;
        this.relations = relations;
        this.queries = queries;
    }

    /// A plan, and the names by which its columns are known.
    record From(LogicalPlan plan, Scope scope) {
        static From of(LogicalPlan plan, @Nullable String name) {
            return new From(plan, new Scope(Optional.ofNullable(name), plan.schema()));
        }
    }

    From bind(@Nullable SqlNode node) {
        if (node == null) {
            Schema empty = Scope.EMPTY.schema();
            return new From(new LogicalPlan.Values(new Table(empty, List.of(), 1)), Scope.EMPTY);
        }
        return switch (node.getKind()) {
            case IDENTIFIER -> table((SqlIdentifier) node);
            case AS -> named((SqlCall) node);
            case SELECT, ORDER_BY, WITH, VALUES, UNION, INTERSECT, EXCEPT ->
                From.of(queries.bind(node, relations), null);
            case COLLECTION_TABLE -> function(((SqlCall) node).operand(0));
            case JOIN -> throw statement.error(node, "joins are not supported; FROM takes one table");
            case TABLESAMPLE -> throw statement.error(node, "TABLESAMPLE is not supported");
            case LATERAL, UNNEST -> throw statement.error(node, node.getKind() + " is not supported in FROM");
            default -> throw statement.error(node, "FROM takes a table, a file in quotes or a query in parentheses");
        };
    }

    private From table(SqlIdentifier name) {
        String last = name.names.getLast();
        return relations
                .find(String.join(".", name.names))
                .map(relation -> From.of(relation.plan(), relation.name()))
                .or(() -> isPath(last) && name.isSimple() ? Optional.of(file(last, name)) : Optional.empty())
                .orElseThrow(() -> unknown(name));
    }

    private static boolean isPath(String name) {
        return name.contains(".") || name.contains("/") || name.contains("*");
    }

    private From file(String path, SqlNode node) {
        try {
            Dataset dataset = FileFormats.open(path);
            return From.of(new LogicalPlan.Scan(dataset, dataset.schema().names(), Optional.empty()), stem(path));
        } catch (IllegalArgumentException refused) {
            throw statement.error(node, String.valueOf(refused.getMessage()));
        }
    }

    /// The file's name without folder and ending, by which DuckDB knows its columns.
    private static String stem(String path) {
        String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        return file.indexOf('.') > 0 ? file.substring(0, file.indexOf('.')) : file;
    }

    private SqlException unknown(SqlIdentifier name) {
        String whole = String.join(".", name.names);
        String known = relations.names().isEmpty() ? "" : "; tables: " + String.join(", ", relations.names());
        String file = name.isSimple()
                ? " A file takes quotes and its ending: FROM '" + whole + ".parquet'."
                : " A file takes quotes: FROM '" + whole + "'.";
        String meant = Names.didYouMean(whole, relations.names());
        return statement.error(
                name, "there is no table \"" + whole + "\"" + known + "." + (meant.isEmpty() ? file : meant));
    }

    /// `t AS name` or `t AS name(a, b)`.
    private From named(SqlCall as) {
        From from = bind(as.operand(0));
        String name = ((SqlIdentifier) as.operand(1)).getSimple();
        List<SqlNode> columns = as.getOperandList().subList(2, as.operandCount());
        return From.of(renamed(from.plan(), columns, as), name);
    }

    /// The plan with its first columns renamed.
    LogicalPlan renamed(LogicalPlan plan, List<SqlNode> columns, SqlNode node) {
        if (columns.isEmpty()) {
            return plan;
        }
        List<String> names = plan.schema().names();
        if (columns.size() > names.size()) {
            throw statement.error(node, columns.size() + " names for " + names.size() + " columns");
        }
        List<Expr> exprs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Expr column = Expressions.col(names.get(i));
            exprs.add(i < columns.size() ? column.as(((SqlIdentifier) columns.get(i)).getSimple()) : column);
        }
        try {
            return new LogicalPlan.Project(plan, exprs);
        } catch (IllegalArgumentException twice) {
            throw statement.error(node, String.valueOf(twice.getMessage()));
        }
    }

    private From function(SqlCall call) {
        String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "range", "generate_series" -> numbers(call, name);
            case "read_parquet", "parquet_scan", "read_csv", "read_csv_auto" -> read(call, name);
            default ->
                throw statement.error(
                        call,
                        "FROM does not take the function " + name + "; it takes tables, files, "
                                + "queries and range(n)");
        };
    }

    private From read(SqlCall call, String name) {
        return Optional.of(call)
                .filter(only -> only.operandCount() == 1)
                .flatMap(only -> Literals.text(only.operand(0)))
                .map(path -> file(path, call.operand(0)))
                .orElseThrow(() -> statement.error(call, name + " takes one path in single quotes"));
    }

    /// `range(end)`, `range(start, end)` or `range(start, end, step)`; generate_series includes its end.
    private From numbers(SqlCall call, String name) {
        List<Long> bounds = new ArrayList<>();
        for (SqlNode operand : call.getOperandList()) {
            bounds.add(Literals.wholeNumber(operand)
                    .filter(number -> number.bitLength() < Long.SIZE)
                    .orElseThrow(() -> statement.error(operand, name + " takes whole numbers"))
                    .longValue());
        }
        if (bounds.isEmpty() || bounds.size() > 3) {
            throw statement.error(call, name + " takes an end, a start and an end, or a start, an end and a step");
        }
        long first = bounds.size() == 1 ? 0 : bounds.getFirst();
        long end = bounds.size() == 1 ? bounds.getFirst() : bounds.get(1);
        long step = bounds.size() == 3 ? bounds.getLast() : 1;
        try {
            Dataset rows = NumberRows.between(name, first, end, step, name.equals("generate_series"));
            return From.of(new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty()), name);
        } catch (IllegalArgumentException | ArithmeticException refused) {
            throw statement.error(call, String.valueOf(refused.getMessage()));
        }
    }
}
