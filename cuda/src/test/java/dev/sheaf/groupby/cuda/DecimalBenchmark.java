package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Value;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sums, extremes and means of decimals of 38 digits that lie on the device, with values that fit 64 bits and
/// with some that do not, each checked against those of the numbers of 32 bits that they were made from.
final class DecimalBenchmark {
    private static final int SAMPLES = 7;
    private static final List<DataType> DECIMALS = List.of(DataType.decimal(38, 4), DataType.decimal(38, 18));

    private final ResidentQueries queries;

    DecimalBenchmark(ResidentQueries queries) {
        this.queries = queries;
    }

    void measure() {
        for (DataType decimal : DECIMALS) {
            for (long groups : new long[] {10, 100, 10_000, 1_000_000}) {
                measure(Key.plain(groups, 21), (DataType.DecimalType) decimal);
            }
        }
        DataType.DecimalType wide = (DataType.DecimalType) DECIMALS.getLast();
        for (long groups : new long[] {100, 5_000}) {
            measure(Key.plain(groups, 21).as(BenchData.Form.SCATTERED), wide);
        }
    }

    private void measure(Key key, DataType.DecimalType decimal) {
        try (GpuTable table = queries.table(key, List.of(new Value(1_000_000, false, 22)), decimal)) {
            measure("sum", sum("d"), sum("v"), table, key);
            measure("min", min("d"), min("v"), table, key);
            measure("max", max("d"), max("v"), table, key);
            measure("mean", mean("d"), mean("v"), table, key);
        }
    }

    private void measure(String name, Expr ofDecimals, Expr ofInts, GpuTable table, Key key) {
        check(name, answers(ofInts, table), answers(ofDecimals, table));
        String form = key.form() == BenchData.Form.PLAIN ? "" : "scattered ";
        queries.report(
                name + " of " + table.schema().field(2).type() + " by " + form + "int32, " + key.ids(),
                queries.time(table, SAMPLES, Map.of(), ofDecimals),
                key.ids(),
                20,
                20);
    }

    private Map<Object, BigDecimal> answers(Expr aggregate, GpuTable table) {
        Map<Object, BigDecimal> answers = new HashMap<>();
        try (GpuTable groups = queries.grouped(table, aggregate);
                Table host = groups.download()) {
            host.rows().forEach(row -> answers.put(row.get(0), new BigDecimal(String.valueOf(row.get(1)))));
        }
        return answers;
    }

    private static void check(String name, Map<Object, BigDecimal> expected, Map<Object, BigDecimal> found) {
        boolean isExact = !name.equals("mean");
        expected.forEach((key, value) -> {
            BigDecimal other = found.getOrDefault(key, BigDecimal.valueOf(Long.MIN_VALUE));
            double difference = other.subtract(value).abs().doubleValue();
            if (isExact ? difference != 0 : difference > 1e-9 * value.abs().doubleValue()) {
                throw new AssertionError(name + " of group " + key + " is " + other + " and not " + value);
            }
        });
        if (expected.size() != found.size()) {
            throw new AssertionError(found.size() + " groups instead of " + expected.size());
        }
    }
}
