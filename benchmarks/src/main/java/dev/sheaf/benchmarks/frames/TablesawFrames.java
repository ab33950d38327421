package dev.sheaf.benchmarks.frames;

import java.util.Arrays;
import java.util.List;
import tech.tablesaw.aggregate.AggregateFunctions;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.joining.JoinType;

/// Tablesaw. A column more is a table of the same columns and the new one.
final class TablesawFrames implements LocalLibrary<Table> {
    private final Table rows;
    private final Table dims;

    TablesawFrames(FrameRows data) {
        this.rows = Table.create(
                "rows",
                IntColumn.create("k", data.k()),
                StringColumn.create("g", data.g()),
                DoubleColumn.create("a", data.a()),
                IntColumn.create("b", data.b()),
                StringColumn.create("t", data.t()));
        this.dims = Table.create("dims", IntColumn.create("k", data.dimK()), DoubleColumn.create("w", data.dimW()));
    }

    @Override
    public String name() {
        return "tablesaw 0.44.1";
    }

    @Override
    public Table run(Operation operation) {
        return switch (operation) {
            case Operation.Filter(String column, double above) ->
                rows.where(rows.numberColumn(column).isGreaterThan(above));
            case Operation.Sort(List<String> keys) -> rows.sortAscendingOn(keys.toArray(String[]::new));
            case Operation.Group(List<String> keys) ->
                rows.summarize("a", AggregateFunctions.sum, AggregateFunctions.max)
                        .by(keys.toArray(String[]::new));
            case Operation.Join() ->
                rows.joinOn("k").with(dims).type(JoinType.INNER).join();
            case Operation.Rolling(int window) ->
                Table.create(rows.doubleColumn("a").rolling(window).mean().setName("n"));
            case Operation.Upper() -> with(rows.stringColumn("t").upperCase());
            case Operation.Lengths() -> with(rows.stringColumn("t").length());
            case Operation.Assign(double factor) ->
                with(rows.doubleColumn("a").multiply(factor).add(rows.intColumn("b")));
        };
    }

    private Table with(Column<?> column) {
        Table wider = Table.create(rows.columns());
        wider.addColumns(column.setName("n"));
        return wider;
    }

    @Override
    public Answer answer(Operation operation, Table result) {
        return new Answer(
                result.rowCount(),
                switch (operation) {
                    case Operation.Filter _ -> total(result, "a");
                    case Operation.Sort(List<String> keys) ->
                        Arrays.stream(LocalLibrary.probes(result.rowCount()))
                                .mapToDouble(row -> keys.stream()
                                        .mapToDouble(
                                                key -> result.numberColumn(key).getDouble(row))
                                        .sum())
                                .sum();
                    case Operation.Group _ -> total(result, "Sum [a]") + total(result, "Max [a]");
                    case Operation.Join _ -> total(result, "w");
                    case Operation.Upper _ -> {
                        double sum = 0;
                        for (String text : result.stringColumn("n")) {
                            sum += text.length();
                        }
                        yield sum;
                    }
                    case Operation.Rolling _, Operation.Lengths _, Operation.Assign _ -> total(result, "n");
                });
    }

    private static double total(Table result, String column) {
        return ((NumericColumn<?>) result.column(column)).sum();
    }
}
