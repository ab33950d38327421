package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.Categories;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.verb.Closed;
import dev.sheaf.frame.verb.Intervals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Numbers as the interval in which they lie, called as pandas calls it.
///
/// @param edges rising, one more than there are intervals
/// @param names one an interval
/// @param lowest whether the first edge belongs to the first interval, too
public record Bins(List<Double> edges, List<String> names, Closed closed, boolean lowest) {
    private static final int PRECISION = 3;
    private static final int MOST_PRECISION = 20;

    /// By how much of their width the range of the values is made wider, so that its open end is inside.
    private static final double MARGIN = 0.001;

    /// @throws IllegalArgumentException if edges do not rise, or there is no interval or not a name for each
    public Bins {
        edges = List.copyOf(edges);
        names = List.copyOf(names);
        for (int i = 1; i < edges.size(); i++) {
            if (!(edges.get(i) > edges.get(i - 1))) {
                throw new IllegalArgumentException("the edges of bins rise; " + edges + " do not");
            }
        }
        if (edges.size() < 2 || names.size() != edges.size() - 1) {
            throw new IllegalArgumentException(names.size() + " names for the bins between " + edges.size() + " edges");
        }
    }

    /// Between edges, with the names of intervals.
    public static Bins between(Closed closed, double... edges) {
        List<Double> all = DoubleStream.of(edges).boxed().toList();
        return new Bins(all, names(all, closed), closed, false);
    }

    /// As many bins of equal width from the least to the greatest value, the open end a little outside.
    ///
    /// @throws IllegalArgumentException without a value, or a bin
    public static Bins equal(double least, double greatest, int bins) {
        if (bins < 1 || !Double.isFinite(least) || !Double.isFinite(greatest)) {
            throw new IllegalArgumentException(
                    bins + " bins from " + least + " to " + greatest + "; both are finite, and there is a bin");
        }
        boolean point = least == greatest;
        double from = point ? least - MARGIN * (least == 0 ? 1 : Math.abs(least)) : least;
        double to = point ? greatest + MARGIN * (greatest == 0 ? 1 : Math.abs(greatest)) : greatest;
        double[] edges = IntStream.rangeClosed(0, bins)
                .mapToDouble(i -> i == bins ? to : from + (to - from) / bins * i)
                .toArray();
        edges[0] -= point ? 0 : (to - from) * MARGIN;
        return between(Closed.RIGHT, edges);
    }

    /// As [#equal] with intervals that have their left end, and the last a little beyond the greatest value.
    public static Bins leftClosed(double least, double greatest, int bins) {
        List<Double> edges = new ArrayList<>(equal(least, greatest, bins).edges);
        if (least != greatest) {
            edges.set(0, least);
            edges.set(bins, greatest + (greatest - least) * MARGIN);
        }
        return between(
                Closed.LEFT, edges.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /// Between quantiles, with intervals that have their left end, and the last just beyond the greatest value.
    public static Bins leftClosedQuantiles(double... edges) {
        double[] open = edges.clone();
        open[open.length - 1] = Math.nextUp(open[open.length - 1]);
        return between(Closed.LEFT, open);
    }

    /// Between quantiles; the least value is in the first bin.
    public static Bins quantiles(double... edges) {
        List<Double> all = DoubleStream.of(edges).boxed().toList();
        int precision = precision(all);
        List<Double> shown = new ArrayList<>(all);
        shown.set(0, all.getFirst() - Math.pow(10, -precision));
        return new Bins(all, names(shown, Closed.RIGHT), Closed.RIGHT, true);
    }

    /// How many rising edges lie at or below a number, or below it if intervals have their right end: int32, null
    /// for null. Numbers are compared as float64.
    ///
    /// @throws IllegalArgumentException if edges do not rise
    public static UnaryOperator<Expr> place(Closed closed, double... edges) {
        for (int i = 1; i < edges.length; i++) {
            if (!(edges[i] > edges[i - 1])) {
                throw new IllegalArgumentException("edges rise; " + Arrays.toString(edges) + " do not");
            }
        }
        return value -> when(value.isNotNull())
                .then(place(value.times(1.0), closed, edges, 0, edges.length))
                .otherwise(null);
    }

    /// A search of the edges from `from` to `to` by halves.
    private static Expr place(Expr value, Closed closed, double[] edges, int from, int to) {
        if (from == to) {
            return lit(from);
        }
        int middle = (from + to) >>> 1;
        Expr isBehind = closed == Closed.LEFT ? value.ge(edges[middle]) : value.gt(edges[middle]);
        return when(isBehind)
                .then(place(value, closed, edges, middle + 1, to))
                .otherwise(place(value, closed, edges, from, middle));
    }

    private static List<String> names(List<Double> edges, Closed closed) {
        int precision = precision(edges);
        return IntStream.range(1, edges.size())
                .mapToObj(i -> {
                    String inside = rounded(edges.get(i - 1), precision) + ", " + rounded(edges.get(i), precision);
                    return closed == Closed.LEFT ? "[" + inside + ")" : "(" + inside + "]";
                })
                .toList();
    }

    /// So many digits that all edges are told apart.
    private static int precision(List<Double> edges) {
        int precision = PRECISION;
        while (precision < MOST_PRECISION && !isDistinct(edges, precision)) {
            precision++;
        }
        return precision;
    }

    private static boolean isDistinct(List<Double> edges, int precision) {
        return edges.stream().map(edge -> rounded(edge, precision)).distinct().count() == edges.size();
    }

    /// The number with so many digits behind the point, not counting zeros of one below 1.
    private static double rounded(double number, int precision) {
        if (!Double.isFinite(number) || number == 0) {
            return number;
        }
        double whole = number < 0 ? Math.ceil(number) : Math.floor(number);
        int zeros = whole == 0 ? -(int) Math.floor(Math.log10(Math.abs(number))) - 1 : 0;
        return new BigDecimal(number)
                .setScale(precision + zeros, RoundingMode.HALF_EVEN)
                .doubleValue();
    }

    /// The name of the interval of a number, as ordered categories; null for one in none.
    ///
    /// @throws IllegalArgumentException if two names are equal
    public UnaryOperator<Expr> name() {
        DataType type = new DataType.CategoryType(new Categories(DataType.STRING, names), true);
        return value -> byBin(value, type, names::get);
    }

    /// The interval of a number as a struct of its ends, see [Intervals]; null for one in none.
    public UnaryOperator<Expr> interval() {
        return value -> Intervals.between(
                byBin(value, DataType.FLOAT64, edges::get), byBin(value, DataType.FLOAT64, bin -> edges.get(bin + 1)));
    }

    private Expr byBin(Expr value, DataType type, IntFunction<Object> constants) {
        Expr found = lit(null).cast(type);
        for (int bin = names.size() - 1; bin >= 0; bin--) {
            found = when(isIn(value, bin))
                    .then(new Expr.Literal(constants.apply(bin), type))
                    .otherwise(found);
        }
        return found;
    }

    private Expr isIn(Expr value, int bin) {
        double left = edges.get(bin);
        double right = edges.get(bin + 1);
        if (closed == Closed.LEFT) {
            return value.ge(left).and(value.lt(right));
        }
        return (lowest && bin == 0 ? value.ge(left) : value.gt(left)).and(value.le(right));
    }
}
