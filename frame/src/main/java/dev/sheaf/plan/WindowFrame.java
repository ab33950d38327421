package dev.sheaf.plan;

import dev.sheaf.expr.Expr;
import dev.sheaf.window.Frame;
import dev.sheaf.window.Frame.Bound;
import dev.sheaf.window.Frame.Exclusion;
import dev.sheaf.window.Frame.Unit;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The rows of a partition that a function looks at for each row: SQL's frame.
///
/// `lower` and `upper` are there for bounds of RANGE with a distance, the values of the one sort key from which and up
/// to which rows are in the frame; and for [Frame.Steps], whole numbers.
public record WindowFrame(Frame shape, Optional<Expr> lower, Optional<Expr> upper) {
    /// What SQL takes where a window has an order and says nothing: the rows up to the current one and its peers.
    public static final WindowFrame DEFAULT = of(Unit.RANGE, new Frame.Unbounded(), new Frame.Current());

    /// The whole partition.
    public static final WindowFrame PARTITION = new WindowFrame(Frame.WHOLE, Optional.empty(), Optional.empty());

    public WindowFrame {
        if (takesValue(shape.lower()) != lower.isPresent() || takesValue(shape.upper()) != upper.isPresent()) {
            throw new IllegalArgumentException("a bound by value needs an expression, and no other has one");
        }
    }

    private static boolean takesValue(Bound bound) {
        return bound instanceof Frame.Edge || bound instanceof Frame.Steps;
    }

    /// A frame without bounds by value.
    public static WindowFrame of(Unit unit, Bound lower, Bound upper) {
        return new WindowFrame(new Frame(unit, lower, upper, Exclusion.NOTHING), Optional.empty(), Optional.empty());
    }

    /// Rows from `from` to `to`, both included, counted from the current one: -2 and 0 for it and two before.
    public static WindowFrame rows(long from, long to) {
        return of(Unit.ROWS, new Frame.Distance(from), new Frame.Distance(to));
    }

    /// All rows up to the current one.
    public static WindowFrame running() {
        return of(Unit.ROWS, new Frame.Unbounded(), new Frame.Current());
    }

    /// Groups of peers from `from` to `to`, both included, counted from that of the current row.
    public static WindowFrame groups(long from, long to) {
        return of(Unit.GROUPS, new Frame.Distance(from), new Frame.Distance(to));
    }

    /// Rows whose key is at most `before` before that of the current row, and at most `after` behind it: distances
    /// that can be taken off and added to the key, such as a number or an interval. `key` is the window's order.
    public static WindowFrame range(SortKey key, Expr before, Expr after) {
        boolean falls = key.direction().descending();
        Expr expr = key.expr();
        return new WindowFrame(
                new Frame(Unit.RANGE, Frame.Edge.CLOSED, Frame.Edge.CLOSED, Exclusion.NOTHING),
                Optional.of(falls ? expr.plus(before) : expr.minus(before)),
                Optional.of(falls ? expr.minus(after) : expr.plus(after)));
    }

    /// Rows whose key lies between two values, rising with the rows; a bound that is open leaves out its
    /// own value.
    public static WindowFrame between(Expr lower, boolean lowerOpen, Expr upper, boolean upperOpen) {
        Frame shape = new Frame(Unit.RANGE, new Frame.Edge(lowerOpen), new Frame.Edge(upperOpen), Exclusion.NOTHING);
        return new WindowFrame(shape, Optional.of(lower), Optional.of(upper));
    }

    /// The same without some rows around the current one.
    public WindowFrame excluding(Exclusion exclusion) {
        return new WindowFrame(new Frame(shape.unit(), shape.lower(), shape.upper(), exclusion), lower, upper);
    }

    WindowFrame map(UnaryOperator<Expr> change) {
        return new WindowFrame(shape, lower.map(change), upper.map(change));
    }

    /// As SQL writes it, bounds by value as the values they stand for.
    @Override
    public String toString() {
        String exclusion = shape.exclusion() == Exclusion.NOTHING ? "" : " exclude " + words(shape.exclusion());
        return words(shape.unit()) + " between " + bound(shape.lower(), lower, "preceding") + " and "
                + bound(shape.upper(), upper, "following") + exclusion;
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String bound(Bound bound, Optional<Expr> value, String side) {
        return switch (bound) {
            case Frame.Unbounded() -> "unbounded " + side;
            case Frame.Current() -> "current row";
            case Frame.Distance(long rows) -> Math.abs(rows) + (rows < 0 ? " preceding" : " following");
            case Frame.Edge edge -> value.map(Expr::outputName).orElseThrow() + (edge.isOpen() ? " left out" : "");
            case Frame.Steps() -> value.map(Expr::outputName).orElseThrow() + " following";
        };
    }
}
