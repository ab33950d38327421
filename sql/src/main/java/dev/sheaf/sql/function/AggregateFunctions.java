package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Aggregation.ApproxNUnique;
import dev.sheaf.expr.Aggregation.BitOperation;
import dev.sheaf.expr.Aggregation.Interpolation;
import dev.sheaf.expr.Expr;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The aggregates of SQL by name, with DuckDB's result types where the engine's are others.
public final class AggregateFunctions {
    private AggregateFunctions() {}

    /// What WITHIN GROUP (ORDER BY ...) orders by.
    public record Ordered(Expr expr, SortDirection direction) {}

    /// Those of one argument that only need their name.
    private static final Map<String, Aggregation> SIMPLE = Map.ofEntries(
            Map.entry("avg", new Aggregation.Mean()),
            Map.entry("mean", new Aggregation.Mean()),
            Map.entry("stddev", new Aggregation.Std(1)),
            Map.entry("stddev_samp", new Aggregation.Std(1)),
            Map.entry("stddev_pop", new Aggregation.Std(0)),
            Map.entry("variance", new Aggregation.Variance(1)),
            Map.entry("var_samp", new Aggregation.Variance(1)),
            Map.entry("var_pop", new Aggregation.Variance(0)),
            Map.entry("median", new Aggregation.Median()),
            Map.entry("first", new Aggregation.First(false)),
            Map.entry("arbitrary", new Aggregation.First(false)),
            Map.entry("last", new Aggregation.Last(false)),
            Map.entry("any_value", new Aggregation.First(true)),
            Map.entry("list", new Aggregation.CollectList(false)),
            Map.entry("array_agg", new Aggregation.CollectList(false)),
            Map.entry("mode", new Aggregation.Mode()),
            Map.entry("histogram", new Aggregation.ValueCounts(false)),
            Map.entry("entropy", new Aggregation.Entropy()),
            Map.entry("mad", new Aggregation.MedianDeviation()),
            Map.entry("skewness", new Aggregation.Skewness()),
            Map.entry("kurtosis", new Aggregation.Kurtosis(true)),
            Map.entry("kurtosis_pop", new Aggregation.Kurtosis(false)),
            Map.entry("approx_count_distinct", new Aggregation.ApproxNUnique(ApproxNUnique.DEFAULT_PRECISION)),
            Map.entry("bit_and", new Aggregation.Bitwise(BitOperation.AND)),
            Map.entry("bit_or", new Aggregation.Bitwise(BitOperation.OR)),
            Map.entry("bit_xor", new Aggregation.Bitwise(BitOperation.XOR)),
            Map.entry("bool_and", new Aggregation.All()),
            Map.entry("bool_or", new Aggregation.Any()));

    /// Those of two arguments that only need their name.
    private static final Map<String, Aggregation> PAIRS = Map.ofEntries(
            Map.entry("corr", new Aggregation.Correlation()),
            Map.entry("covar_samp", new Aggregation.Covariance(1)),
            Map.entry("covar_pop", new Aggregation.Covariance(0)),
            Map.entry("arg_min", new Aggregation.MinBy(true)),
            Map.entry("argmin", new Aggregation.MinBy(true)),
            Map.entry("min_by", new Aggregation.MinBy(true)),
            Map.entry("arg_min_null", new Aggregation.MinBy(false)),
            Map.entry("arg_max", new Aggregation.MaxBy(true)),
            Map.entry("argmax", new Aggregation.MaxBy(true)),
            Map.entry("max_by", new Aggregation.MaxBy(true)),
            Map.entry("arg_max_null", new Aggregation.MaxBy(false)));

    private static final Set<String> OTHERS = Set.of(
            "count",
            "count_if",
            "countif",
            "count_star",
            "sum",
            "sum_no_overflow",
            "fsum",
            "sumkahan",
            "kahan_sum",
            "favg",
            "product",
            "min",
            "max",
            "quantile_cont",
            "quantile_disc",
            "quantile",
            "approx_quantile",
            "percentile_cont",
            "percentile_disc",
            "string_agg",
            "group_concat",
            "listagg");

    /// What is said of the order of rows behind the call, not in it.
    private static final Set<String> ORDERED = Set.of("percentile_cont", "percentile_disc");

    public static boolean isKnown(String name) {
        return SIMPLE.containsKey(name) || PAIRS.containsKey(name) || OTHERS.contains(name);
    }

    public static Set<String> names() {
        java.util.TreeSet<String> names = new java.util.TreeSet<>(SIMPLE.keySet());
        names.addAll(PAIRS.keySet());
        names.addAll(OTHERS);
        return names;
    }

    /// The aggregate of a name over arguments of these types.
    ///
    /// @throws IllegalArgumentException if it does not take them
    public static Expr.Aggregate of(
            String name, List<Expr> arguments, List<DataType> types, Optional<Ordered> ordered, boolean distinct) {
        if (ordered.isPresent() != ORDERED.contains(name)) {
            throw new IllegalArgumentException(
                    ordered.isPresent()
                            ? name + " takes no WITHIN GROUP"
                            : name + " is written " + name + "(0.5) WITHIN GROUP (ORDER BY x)");
        }
        Expr.Aggregate aggregate = SIMPLE.containsKey(name)
                ? simple(name, arguments, types)
                : PAIRS.containsKey(name) ? pair(name, arguments) : other(name, arguments, types, ordered, distinct);
        boolean keepsDistinct = distinct && !(aggregate.aggregation() instanceof Aggregation.NUnique);
        return keepsDistinct
                ? new Expr.Aggregate(aggregate.aggregation(), aggregate.arguments(), aggregate.filter(), true)
                : aggregate;
    }

    /// What SQL has of an aggregate whose values lie in a column: `histogram` gives a map.
    public static Expr result(Expr.Aggregate aggregate, Expr column) {
        return aggregate.aggregation() instanceof Aggregation.ValueCounts ? MapFunctions.ofCounts(column) : column;
    }

    private static Expr.Aggregate simple(String name, List<Expr> arguments, List<DataType> types) {
        checkCount(name, arguments, 1);
        if (name.startsWith("bool_")) {
            checkBool(name, types.getFirst());
        }
        return aggregate(Objects.requireNonNull(SIMPLE.get(name)), arguments);
    }

    private static Expr.Aggregate pair(String name, List<Expr> arguments) {
        checkCount(name, arguments, 2);
        return aggregate(Objects.requireNonNull(PAIRS.get(name)), arguments);
    }

    private static Expr.Aggregate other(
            String name, List<Expr> arguments, List<DataType> types, Optional<Ordered> ordered, boolean distinct) {
        return switch (name) {
            case "count" -> count(arguments, distinct);
            case "count_star" -> {
                checkCount(name, arguments, 0);
                yield count(arguments, distinct);
            }
            case "count_if", "countif" -> {
                checkCount(name, arguments, 1);
                checkBool(name, types.getFirst());
                yield aggregate(new Aggregation.Sum(), List.of(summand(arguments.getFirst(), DataType.BOOL)));
            }
            case "fsum", "sumkahan", "kahan_sum", "favg" -> {
                checkCount(name, arguments, 1);
                yield aggregate(
                        name.equals("favg") ? new Aggregation.Mean() : new Aggregation.Sum(),
                        List.of(arguments.getFirst().cast(DataType.FLOAT64)));
            }
            case "sum", "sum_no_overflow" -> {
                checkCount(name, arguments, 1);
                yield aggregate(new Aggregation.Sum(), List.of(summand(arguments.getFirst(), types.getFirst())));
            }
            case "product" -> {
                checkCount(name, arguments, 1);
                yield aggregate(new Aggregation.Product(), List.of(factor(arguments.getFirst(), types.getFirst())));
            }
            case "min" -> extreme(name, arguments, new Aggregation.Min());
            case "max" -> extreme(name, arguments, new Aggregation.Max());
            case "approx_quantile" -> {
                checkCount(name, arguments, 2);
                yield aggregate(
                        new Aggregation.ApproxQuantile(
                                share(name, arguments.getLast()), Aggregation.TDigest.DEFAULT_COMPRESSION),
                        arguments.subList(0, 1));
            }
            case "quantile_cont" -> {
                checkCount(name, arguments, 2);
                double share = share(name, arguments.getLast());
                yield quantile(arguments.getFirst(), share < 0 ? 1 + share : share);
            }
            case "quantile_disc", "quantile" -> {
                checkCount(name, arguments, 2);
                double share = share(name, arguments.getLast());
                yield discrete(arguments.getFirst(), Math.abs(share), share < 0);
            }
            case "string_agg", "group_concat", "listagg" -> join(name, arguments, types);
            default -> {
                checkCount(name, arguments, 1);
                yield percentile(name, share(name, arguments.getFirst()), ordered.orElseThrow());
            }
        };
    }

    private static Expr.Aggregate percentile(String name, double share, Ordered by) {
        boolean falling = by.direction().descending();
        return name.equals("percentile_disc")
                ? discrete(by.expr(), share, falling)
                : quantile(by.expr(), falling ? 1 - share : share);
    }

    private static Expr.Aggregate discrete(Expr argument, double share, boolean falling) {
        return aggregate(new Aggregation.DiscreteQuantile(share, falling), List.of(argument));
    }

    /// Texts, and what else can be written as text; a comma between them unless another separator is given.
    private static Expr.Aggregate join(String name, List<Expr> arguments, List<DataType> types) {
        if (arguments.size() != 1) {
            checkCount(name, arguments, 2);
        }
        Expr text = arguments.getFirst();
        boolean isText = types.getFirst().decoded().equals(DataType.STRING);
        return aggregate(
                new Aggregation.Join(arguments.size() == 1 ? "," : separator(name, arguments.getLast())),
                List.of(isText ? text : text.cast(DataType.STRING)));
    }

    private static String separator(String name, Expr argument) {
        if (Literals.folded(argument) instanceof Expr.Literal(Object value, var _) && value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("the separator that " + name + " takes is a constant text");
    }

    private static void checkBool(String name, DataType type) {
        if (!type.equals(DataType.BOOL) && !type.equals(DataType.NULL)) {
            throw new IllegalArgumentException(name + " takes a bool, not " + type);
        }
    }

    private static Expr.Aggregate aggregate(Aggregation aggregation, List<Expr> arguments) {
        return new Expr.Aggregate(aggregation, arguments, Optional.empty(), false);
    }

    private static void checkCount(String name, List<Expr> arguments, int count) {
        if (arguments.size() != count) {
            throw new IllegalArgumentException(name + " takes " + (count == 1 ? "one argument" : count + " arguments")
                    + ", not " + arguments.size());
        }
    }

    private static Expr.Aggregate count(List<Expr> arguments, boolean distinct) {
        if (arguments.isEmpty()) {
            if (distinct) {
                throw new IllegalArgumentException("count(DISTINCT ...) takes one expression");
            }
            return aggregate(new Aggregation.CountAll(), arguments);
        }
        checkCount("count", arguments, 1);
        return aggregate(distinct ? new Aggregation.NUnique(false) : new Aggregation.CountValid(), arguments);
    }

    /// Sums of 64-bit integers are exact decimals, because they may need more than 64 bits; true counts as 1.
    private static Expr summand(Expr argument, DataType type) {
        return switch (type.decoded()) {
            case IntType(int bits, boolean _)
            when bits == Long.SIZE -> argument.cast(DataType.decimal(DecimalType.MAX_PRECISION, 0));
            case DataType.BoolType() -> argument.cast(DataType.INT32);
            default -> argument;
        };
    }

    /// Products are DOUBLE.
    private static Expr factor(Expr argument, DataType type) {
        return type.isInteger() || type instanceof DecimalType ? argument.cast(DataType.FLOAT64) : argument;
    }

    private static Expr.Aggregate extreme(String name, List<Expr> arguments, Aggregation single) {
        if (arguments.size() != 2) {
            checkCount(name, arguments, 1);
            return aggregate(single, arguments);
        }
        if (Literals.folded(arguments.getLast()) instanceof Expr.Literal(Object value, var _)
                && value instanceof Number k
                && k.longValue() > 0) {
            return aggregate(
                    new Aggregation.TopK(Math.toIntExact(k.longValue()), name.equals("max")), arguments.subList(0, 1));
        }
        throw new IllegalArgumentException("the second argument of " + name + " is how many values to keep: a constant "
                + "of 1 or more. For the " + (name.equals("max") ? "greater" : "lesser")
                + " of two values of a row use "
                + (name.equals("max") ? "greatest" : "least"));
    }

    private static Expr.Aggregate quantile(Expr argument, double share) {
        return aggregate(new Aggregation.Quantile(share, Interpolation.LINEAR), List.of(argument));
    }

    private static double share(String name, Expr argument) {
        if (Literals.folded(argument) instanceof Expr.Literal(Object value, var _) && value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("the share that " + name + " takes is a constant between 0 and 1");
    }
}
