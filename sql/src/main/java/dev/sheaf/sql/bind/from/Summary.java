package dev.sheaf.sql.bind.from;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.NamedQuery;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.rows.UnionRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// SUMMARIZE: a row for each column of a query with its least and greatest value, about how many there are, mean,
/// spread, quartiles of numbers and moments, the number of rows and how many of them are null.
///
/// Each row is a group-by of its own that reads the one column.
final class Summary {
    private static final double PERCENT = 100;
    private static final List<Double> QUARTILES = List.of(0.25, 0.5, 0.75);

    private Summary() {}

    static LogicalPlan of(LogicalPlan query) {
        LogicalPlan source = NamedQuery.scan("the rows of SUMMARIZE", query, Optional.empty());
        List<LogicalPlan> rows = query.schema().fields().stream()
                .map(field -> row(source, field))
                .toList();
        UnionRows all = UnionRows.of(rows);
        return new LogicalPlan.Scan(all, all.schema().names(), Optional.empty());
    }

    private static LogicalPlan row(LogicalPlan query, Field field) {
        DataType type = field.type().decoded();
        boolean ordered = !(type instanceof DataType.ListType)
                && !(type instanceof DataType.StructType)
                && !type.equals(DataType.NULL);
        boolean number = type.isInteger() || type.isFloating() || type instanceof DataType.DecimalType;
        List<Expr> aggregates = new ArrayList<>(
                List.of(count().as("count"), count(col(field.name())).as("valid")));
        List<Expr> columns = new ArrayList<>(List.of(
                lit(field.name()).as("column_name"),
                lit(TypeNames.nameOf(field.type())).as("column_type")));
        Expr value = col(field.name());
        UnaryOperator<Expr> same = UnaryOperator.identity();
        texts(ordered, "min", aggregate(new Aggregation.Min(), value), same, aggregates, columns);
        texts(ordered, "max", aggregate(new Aggregation.Max(), value), same, aggregates, columns);
        if (ordered) {
            aggregates.add(Expressions.approxNunique(value).as("approx_unique"));
        }
        columns.add(
                ordered ? col("approx_unique") : lit(null).cast(DataType.INT64).as("approx_unique"));
        boolean moment = type.equals(DataType.DATE) || type.equals(DataType.TIMESTAMP);
        Expr measured = moment ? call("epoch_us", value.cast(DataType.TIMESTAMP)) : value;
        UnaryOperator<Expr> shown = moment ? Summary::moment : same;
        texts(number || moment, "avg", aggregate(new Aggregation.Mean(), measured), shown, aggregates, columns);
        texts(number, "std", aggregate(new Aggregation.Std(1), value), same, aggregates, columns);
        for (double quartile : QUARTILES) {
            texts(
                    number || moment,
                    "q" + Math.round(quartile * PERCENT),
                    Expressions.approxQuantile(measured, quartile),
                    micros -> moment ? moment(micros).cast(type) : micros,
                    aggregates,
                    columns);
        }
        columns.add(col("count"));
        Expr nulls = lit(PERCENT).times(col("count").minus(col("valid"))).dividedBy(col("count"));
        columns.add(new Expr.Call(Function.NULLIF, List.of(nulls, lit(Double.NaN)))
                .cast(DataType.decimal(9, 2))
                .as("null_percentage"));
        return new LogicalPlan.Project(
                new LogicalPlan.Aggregate(query, List.of(), aggregates, GroupByOptions.DEFAULT), columns);
    }

    private static Expr moment(Expr micros) {
        return call("make_timestamp", new Expr.Call(Function.ROUND, List.of(micros)).cast(DataType.INT64));
    }

    private static Expr call(String function, Expr argument) {
        return ScalarFunctions.find(function).orElseThrow().of(List.of(argument));
    }

    /// A value as text, as it is `shown`; null for types that have none.
    private static void texts(
            boolean has,
            String name,
            Expr aggregate,
            UnaryOperator<Expr> shown,
            List<Expr> aggregates,
            List<Expr> columns) {
        if (has) {
            aggregates.add(aggregate.as(name));
        }
        columns.add(
                (has ? shown.apply(col(name)) : lit(null)).cast(DataType.STRING).as(name));
    }
}
