package dev.sheaf.expr;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Methods of expressions are the factories of their names.
class ExprMethodsTest {
    private static final Expr V = col("v");

    @Test
    void aggregations() {
        Map<Expr, Expr> pairs = Map.ofEntries(
                Map.entry(V.sum(), Expressions.sum("v")),
                Map.entry(V.product(), Expressions.product("v")),
                Map.entry(V.min(), Expressions.min("v")),
                Map.entry(V.max(), Expressions.max("v")),
                Map.entry(V.mean(), Expressions.mean("v")),
                Map.entry(V.count(), Expressions.count("v")),
                Map.entry(V.variance(), Expressions.variance("v")),
                Map.entry(V.std(), Expressions.std("v")),
                Map.entry(V.median(), Expressions.median("v")),
                Map.entry(V.quantile(0.9), Expressions.quantile("v", 0.9)),
                Map.entry(V.nunique(), Expressions.nunique("v")),
                Map.entry(V.first(), Expressions.first("v")),
                Map.entry(V.last(), Expressions.last("v")),
                Map.entry(V.nth(-2), Expressions.nth("v", -2)),
                Map.entry(V.mode(), Expressions.mode("v")),
                Map.entry(V.any(), Expressions.any("v")),
                Map.entry(V.all(), Expressions.all("v")),
                Map.entry(V.topK(3), Expressions.topK("v", 3)),
                Map.entry(V.bottomK(3), Expressions.bottomK("v", 3)),
                Map.entry(V.collectList(), Expressions.collectList("v")),
                Map.entry(V.collectSet(), Expressions.collectSet("v")),
                Map.entry(V.minBy("w"), Expressions.minBy("v", "w")),
                Map.entry(V.maxBy("w"), Expressions.maxBy("v", "w")));
        pairs.forEach((method, factory) -> assertThat(method).isEqualTo(factory));
        assertThat(V.std(0)).isEqualTo(Expressions.aggregate(new Aggregation.Std(0), "v"));
        assertThat(V.as("x").sum()).isEqualTo(Expressions.sum("v"));
    }

    @Test
    void functions() {
        assertThat(List.of(V.abs(), V.sign(), V.floor(), V.ceil(), V.sqrt(), V.exp(), V.ln(), V.log10(), V.isNan()))
                .isEqualTo(List.of(
                        call(Function.ABS, V),
                        call(Function.SIGN, V),
                        call(Function.FLOOR, V),
                        call(Function.CEIL, V),
                        call(Function.SQRT, V),
                        call(Function.EXP, V),
                        call(Function.LN, V),
                        call(Function.LOG10, V),
                        call(Function.IS_NAN, V)));
        assertThat(List.of(V.round(2), V.fillNull(0), V.nullIf(0), V.lower(), V.upper(), V.length(), V.trim()))
                .isEqualTo(List.of(
                        call(Function.ROUND, V, 2),
                        call(Function.COALESCE, V, 0),
                        call(Function.NULLIF, V, 0),
                        call(Function.LOWER, V),
                        call(Function.UPPER, V),
                        call(Function.LENGTH, V),
                        call(Function.TRIM, V)));
        assertThat(List.of(V.substring(2, 3), V.replace("a", "b"), V.contains("a"), V.startsWith("a"), V.endsWith("a")))
                .isEqualTo(List.of(
                        call(Function.SUBSTRING, V, 2, 3),
                        call(Function.REPLACE, V, "a", "b"),
                        call(Function.CONTAINS, V, "a"),
                        call(Function.STARTS_WITH, V, "a"),
                        call(Function.ENDS_WITH, V, "a")));
        assertThat(List.of(V.year(), V.month(), V.day(), V.hour(), V.minute(), V.second(), V.truncate("month")))
                .isEqualTo(List.of(
                        call(Function.YEAR, V),
                        call(Function.MONTH, V),
                        call(Function.DAY, V),
                        call(Function.HOUR, V),
                        call(Function.MINUTE, V),
                        call(Function.SECOND, V),
                        call(Function.DATE_TRUNC, "month", V)));
    }
}
