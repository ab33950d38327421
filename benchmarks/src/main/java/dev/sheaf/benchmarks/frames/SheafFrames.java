package dev.sheaf.benchmarks.frames;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.frame.Series;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.query.QueryContext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sheaf's frames.
final class SheafFrames implements LocalLibrary<DataFrame> {
    private final FrameOptions options;
    private final DataFrame rows;
    private final DataFrame dims;

    SheafFrames(FrameRows data, int threads) {
        this.options = FrameOptions.DEFAULT.withQueries(
                () -> QueryContext.builder().threads(threads).build());
        this.rows = DataFrame.of("k", data.k(), "g", data.g(), "a", data.a(), "b", data.b(), "t", data.t())
                .with(options);
        this.dims = DataFrame.of("k", data.dimK(), "w", data.dimW()).with(options);
    }

    @Override
    public String name() {
        return "sheaf";
    }

    /// The rows as a table, for other libraries.
    Table table() {
        return rows.toTable();
    }

    /// The small table.
    Table dims() {
        return dims.toTable();
    }

    @Override
    public DataFrame run(Operation operation) {
        return switch (operation) {
            case Operation.Filter(String column, double above) ->
                rows.filter(col(column).gt(above));
            case Operation.Sort(List<String> keys) -> rows.sortValues(keys.toArray(String[]::new));
            case Operation.Group(List<String> keys) ->
                rows.groupBy(keys.toArray(String[]::new)).agg(sum("a").as("s"), max("a").as("m"));
            case Operation.Join() -> rows.merge(dims, "k");
            case Operation.Rolling(int window) ->
                rows.select("a").rolling(window).mean();
            case Operation.Upper() -> rows.assign(call(Function.UPPER, col("t")).as("n"));
            case Operation.Lengths() ->
                rows.assign(call(Function.LENGTH, col("t")).as("n"));
            case Operation.Assign(double factor) ->
                rows.assign(col("a").times(factor).plus(col("b")).as("n"));
        };
    }

    /// The same as a lazy query of the columns alone; empty where a frame's operation is not one plan.
    Optional<LazyFrame> lazy(Operation operation) {
        LazyFrame all = rows.lazy();
        return switch (operation) {
            case Operation.Filter(String column, double above) ->
                Optional.of(all.filter(col(column).gt(above)));
            case Operation.Sort(List<String> keys) -> Optional.of(all.sort(keys.toArray(String[]::new)));
            case Operation.Group(List<String> keys) ->
                Optional.of(all.groupBy(keys.toArray(String[]::new))
                        .agg(sum("a").as("s"), max("a").as("m"))
                        .sort(keys.toArray(String[]::new)));
            case Operation.Join() -> Optional.of(all.join(dims.lazy(), "k"));
            case Operation.Upper() ->
                Optional.of(all.select(call(Function.UPPER, col("t")).as("n")));
            case Operation.Lengths() ->
                Optional.of(all.select(call(Function.LENGTH, col("t")).as("n")));
            case Operation.Assign(double factor) ->
                Optional.of(all.select(col("a").times(factor).plus(col("b")).as("n")));
            case Operation.Rolling _ -> Optional.empty();
        };
    }

    /// Runs a lazy query once, and says what that took.
    Cost cost(LazyFrame query) {
        QueryContext context = options.queries().get();
        Cost.Made<Table> made = Cost.of(() -> query.collect(context));
        made.result().close();
        return made.cost();
    }

    @Override
    public Answer answer(Operation operation, DataFrame result) {
        long count = result.rowCount();
        return new Answer(
                count,
                switch (operation) {
                    case Operation.Filter _ -> total(result.get("a"));
                    case Operation.Sort(List<String> keys) ->
                        Arrays.stream(LocalLibrary.probes(count))
                                .mapToDouble(row -> keys.stream()
                                        .mapToDouble(key -> number(result.get(row, key)))
                                        .sum())
                                .sum();
                    case Operation.Group _ -> total(result.get("s")) + total(result.get("m"));
                    case Operation.Join _ -> total(result.get("w"));
                    case Operation.Rolling _ -> total(result.get("a"));
                    case Operation.Upper _ -> {
                        DataFrame lengths =
                                result.assign(call(Function.LENGTH, col("n")).as("n"));
                        yield total(lengths.get("n"));
                    }
                    case Operation.Lengths _, Operation.Assign _ -> total(result.get("n"));
                });
    }

    private static double total(Series series) {
        return number(series.astype(DataType.FLOAT64).sum());
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    @Override
    public void drop(DataFrame result) {
        result.close();
    }

    @Override
    public void close() {
        rows.close();
        dims.close();
    }
}
