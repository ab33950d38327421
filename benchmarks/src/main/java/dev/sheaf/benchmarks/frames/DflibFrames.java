package dev.sheaf.benchmarks.frames;

import static org.dflib.Exp.$double;
import static org.dflib.Exp.$int;
import static org.dflib.Exp.$str;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.dflib.DataFrame;
import org.dflib.Exp;
import org.dflib.Series;
import org.dflib.Sorter;

/// DFLib. Its windows of rows make a frame for each row, so that rolling is not asked of it.
final class DflibFrames implements LocalLibrary<DataFrame> {
    private final DataFrame rows;
    private final DataFrame dims;

    DflibFrames(FrameRows data) {
        this.rows = DataFrame.byColumn("k", "g", "a", "b", "t")
                .of(
                        Series.ofInt(data.k()),
                        Series.of(data.g()),
                        Series.ofDouble(data.a()),
                        Series.ofInt(data.b()),
                        Series.of(data.t()));
        this.dims = DataFrame.byColumn("k", "w").of(Series.ofInt(data.dimK()), Series.ofDouble(data.dimW()));
    }

    @Override
    public String name() {
        return "dflib 1.2.0";
    }

    @Override
    public boolean has(Operation operation) {
        return !(operation instanceof Operation.Rolling);
    }

    /// Columns that are computed when somebody reads them are computed here.
    @Override
    public DataFrame run(Operation operation) {
        return planned(operation).materialize();
    }

    private DataFrame planned(Operation operation) {
        return switch (operation) {
            case Operation.Filter(String column, double above) ->
                rows.rows(
                                column.equals("a")
                                        ? $double("a").gt(above)
                                        : $int("b").gt((int) above))
                        .select();
            case Operation.Sort(List<String> keys) ->
                rows.sort(keys.stream()
                        .map(key ->
                                key.equals("a") ? $double(key).asc() : $int(key).asc())
                        .toArray(Sorter[]::new));
            case Operation.Group(List<String> keys) ->
                rows.group(keys.toArray(String[]::new))
                        .agg(Stream.concat(
                                        keys.stream().map(key -> Exp.$col(key).first()),
                                        Stream.of(
                                                $double("a").sum().as("s"),
                                                $double("a").max().as("m")))
                                .toArray(Exp[]::new));
            case Operation.Join() -> rows.join(dims).on("k").select();
            case Operation.Rolling _ -> throw new UnsupportedOperationException("rolling");
            case Operation.Upper() ->
                rows.cols("n").merge($str("t").mapVal(text -> text.toUpperCase(java.util.Locale.ROOT)));
            case Operation.Lengths() -> rows.cols("n").merge($str("t").mapVal(String::length));
            case Operation.Assign(double factor) ->
                // What $double("a").mul(...) gives in this release is a sum.
                rows.cols("n").merge($double("a").mapVal($int("b"), (a, b) -> a * factor + b));
        };
    }

    @Override
    public Answer answer(Operation operation, DataFrame result) {
        return new Answer(
                result.height(),
                switch (operation) {
                    case Operation.Filter _ -> total(result, "a");
                    case Operation.Sort(List<String> keys) ->
                        Arrays.stream(LocalLibrary.probes(result.height()))
                                .mapToDouble(row -> keys.stream()
                                        .mapToDouble(key ->
                                                number(result.getColumn(key).get(row)))
                                        .sum())
                                .sum();
                    case Operation.Group _ -> total(result, "s") + total(result, "m");
                    case Operation.Join _ -> total(result, "w");
                    case Operation.Upper _ -> {
                        double sum = 0;
                        for (Object text : result.getColumn("n")) {
                            sum += ((String) text).length();
                        }
                        yield sum;
                    }
                    case Operation.Lengths _, Operation.Assign _ -> total(result, "n");
                    case Operation.Rolling _ -> Double.NaN;
                });
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private static double total(DataFrame result, String column) {
        double sum = 0;
        for (Object value : result.getColumn(column)) {
            sum += number(value);
        }
        return sum;
    }
}
