package dev.sheaf.differential;

import java.util.List;
import java.util.SplittableRandom;

/// Random aggregates as SQL text.
final class AggregateGenerator {
    private final SplittableRandom random;
    private final ExprGenerator expressions;

    AggregateGenerator(SplittableRandom random, ExprGenerator expressions) {
        this.random = random;
        this.expressions = expressions;
    }

    /// An aggregate and what it gives.
    record Aggregate(String text, Kind kind) {}

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    private String distinct() {
        return random.nextInt(4) == 0 ? "DISTINCT " : "";
    }

    private String filter() {
        return random.nextInt(5) == 0 ? " FILTER (WHERE " + expressions.condition(1) + ")" : "";
    }

    private String argument(Kind kind) {
        return expressions.of(kind, random.nextInt(2));
    }

    Aggregate next() {
        Kind number = expressions.number();
        return switch (random.nextInt(20)) {
            case 16 -> discreteQuantile();
            case 12 -> byId();
            case 13 ->
                new Aggregate(
                        pick(List.of("bit_and", "bit_or", "bit_xor")) + "(" + distinct() + "CAST("
                                + expressions.column(Kind.INTEGER) + " AS BIGINT))" + filter(),
                        Kind.INTEGER);
            case 14 ->
                new Aggregate(
                        pick(List.of("bool_and", "bool_or")) + "(" + expressions.condition(1) + ")" + filter(),
                        Kind.BOOL);
            case 15 -> new Aggregate("count_if(" + expressions.condition(1) + ")" + filter(), Kind.INTEGER);
            case 0 -> new Aggregate("count(*)" + filter(), Kind.INTEGER);
            case 1 ->
                new Aggregate("count(" + distinct() + argument(expressions.kind()) + ")" + filter(), Kind.INTEGER);
            case 2, 3 -> new Aggregate("sum(" + distinct() + summand(number) + ")" + filter(), number);
            case 4 -> new Aggregate("avg(" + distinct() + summand(number) + ")" + filter(), Kind.FLOAT);
            case 5, 6 -> extreme();
            case 7 ->
                new Aggregate(
                        pick(List.of("stddev", "stddev_pop", "var_samp", "var_pop")) + "(" + moderate() + ")"
                                + filter(),
                        Kind.FLOAT);
            case 8 ->
                new Aggregate(
                        "median(" + distinct() + "CAST(" + argument(number) + " AS DOUBLE))" + filter(), Kind.FLOAT);
            case 9 ->
                new Aggregate(
                        "quantile_cont(CAST(" + argument(number) + " AS DOUBLE), "
                                + pick(List.of("0.25", "0.9", "0", "1")) + ")" + filter(),
                        Kind.FLOAT);
            case 10 ->
                new Aggregate(
                        pick(List.of(
                                        "covar_samp",
                                        "covar_pop",
                                        "regr_slope",
                                        "regr_sxx",
                                        "regr_syy",
                                        "regr_sxy",
                                        "regr_avgx",
                                        "regr_avgy"))
                                + "(" + moderate() + ", " + moderate() + ")"
                                + filter(),
                        Kind.FLOAT);
            // One row has a correlation of null here, of NaN there.
            case 17 ->
                new Aggregate(
                        "nullif(corr(" + moderate() + ", " + moderate() + ")" + filter() + ", CAST('NaN' AS DOUBLE))",
                        Kind.FLOAT);
            case 18 -> shape();
            // No value has an entropy of 0 there, of null here.
            case 19 ->
                new Aggregate("coalesce(entropy(" + argument(expressions.kind()) + ")" + filter() + ", 0)", Kind.FLOAT);
            default -> new Aggregate("(sum(" + summand(number) + ") / count(*))", Kind.FLOAT);
        };
    }

    /// Where all values are the same, DuckDB divides what rounding left by what rounding left.
    private Aggregate shape() {
        String values = expressions.column(Kind.INTEGER) + " % 100";
        String shape = pick(List.of("skewness", "kurtosis", "kurtosis_pop", "mad")) + "(" + values + ")";
        return new Aggregate("CASE WHEN min(" + values + ") < max(" + values + ") THEN " + shape + " END", Kind.FLOAT);
    }

    private Aggregate discreteQuantile() {
        Kind kind = expressions.kind();
        return new Aggregate(
                "quantile_disc(" + argument(kind) + ", " + pick(List.of("0.25", "0.5", "0.9", "0", "1")) + ")"
                        + filter(),
                kind);
    }

    /// Floats that do not drown each other: what is left of 1e300 + 1 - 1e300 is nobody's promise. A sum with a
    /// constant is no summand by itself: DuckDB may add the constant after the aggregate, where nothing overflows.
    private String summand(Kind kind) {
        String argument = argument(kind);
        return switch (kind) {
            case FLOAT -> argument + " % 1000";
            case INTEGER -> argument.startsWith("(") ? argument + " % 1000000007" : argument;
            default -> argument;
        };
    }

    /// The value of the row with the least or greatest `id`, where there is one.
    private Aggregate byId() {
        Kind kind = expressions.kind();
        String name = pick(List.of("arg_min", "arg_max", "min_by", "max_by", "arg_min_null", "arg_max_null"));
        if (expressions.hasId() && random.nextBoolean()) {
            String picked = pick(List.of("first", "last", "any_value")) + "(";
            return new Aggregate(picked + expressions.column(kind) + " ORDER BY id DESC)" + filter(), kind);
        }
        return expressions.hasId()
                ? new Aggregate(name + "(" + expressions.column(kind) + ", id)" + filter(), kind)
                : extreme();
    }

    private Aggregate extreme() {
        Kind kind = expressions.kind();
        return new Aggregate(pick(List.of("min", "max")) + "(" + argument(kind) + ")" + filter(), kind);
    }

    /// Numbers whose squares keep enough digits to be compared, without NaN.
    private String moderate() {
        return "nullif(" + expressions.column(expressions.number()) + " % 1000, CAST('NaN' AS DOUBLE))";
    }

    /// What HAVING may ask.
    String condition() {
        return switch (random.nextInt(4)) {
            case 0 -> "count(*) > 1";
            case 1 -> "count(" + expressions.column(expressions.kind()) + ") < 3";
            case 2 -> "max(" + expressions.column(Kind.INTEGER) + ") IS NOT NULL AND count(*) >= 1";
            default -> "min(" + expressions.column(Kind.TEXT) + ") < 'b'";
        };
    }
}
