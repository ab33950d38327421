package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import java.util.List;
import java.util.Optional;

/// What the state columns of one reduction are made of. States that are no results of aggregations, such as
/// sketches and exact sums, have no parts.
record StateParts(StateAsks asks, ReductionSpec reduction, List<ColumnSource> arguments) {

    /// The part that makes a column of the states.
    Optional<StatePart> of(StateField field) {
        InputSpec input = reduction.input();
        return switch (reduction.kind()) {
            case COUNT ->
                Optional.of(same(
                        input.arguments().isEmpty()
                                ? ask(new Aggregation.CountAll())
                                : ask(new Aggregation.CountValid(), first())));
            case SUM -> Optional.of(sum(field));
            case SQUARES -> Optional.of(squares(field));
            case PRODUCT -> Optional.of(product(field));
            case MIN -> Optional.of(same(ask(new Aggregation.Min(), first())));
            case MAX -> Optional.of(same(ask(new Aggregation.Max(), first())));
            case FIRST_ROW -> Optional.of(same(ask(new Aggregation.Min(), asks.rows())));
            case BITS -> Optional.of(same(ask(bits(), first())));
            case FIRST -> Optional.of(end(field, new Aggregation.Min(), new Aggregation.First(skipsNulls())));
            case LAST -> Optional.of(end(field, new Aggregation.Max(), new Aggregation.Last(skipsNulls())));
            case ARGMIN -> Optional.of(arg(field, new Aggregation.ArgMin(), new Aggregation.Min()));
            case ARGMAX -> Optional.of(arg(field, new Aggregation.ArgMax(), new Aggregation.Max()));
            case MINBY ->
                Optional.of(by(
                        field,
                        new Aggregation.ArgMin(),
                        new Aggregation.Min(),
                        new Aggregation.MinBy(input.required() == 2)));
            case MAXBY ->
                Optional.of(by(
                        field,
                        new Aggregation.ArgMax(),
                        new Aggregation.Max(),
                        new Aggregation.MaxBy(input.required() == 2)));
            case MOMENTS -> isWhole() ? Optional.of(moments(field)) : Optional.empty();
            case HISTOGRAM -> Optional.of(same(ask(histogram(), first())));
            case TOP -> top(field, true);
            case BOTTOM -> top(field, false);
            case LIST -> Optional.of(list(field));
            case MEMBERS -> Optional.of(same(ask(new Aggregation.CollectList(true), asDouble())));
            case DISTINCT -> distinct(field);
            case COMOMENTS, DIGEST, EXACT, MERGED, NTH, PAIRS, REGISTERS -> Optional.empty();
        };
    }

    private int ask(Aggregation kind, Expr... over) {
        return asks.ask(kind, reduction.input(), over);
    }

    private static StatePart same(int result) {
        return (results, pool) -> StateValues.same(results.get(result), pool);
    }

    private Expr first() {
        return asks.argument(reduction.input().arguments().getFirst());
    }

    private DataType type() {
        return arguments.get(reduction.input().arguments().getFirst()).type();
    }

    private boolean skipsNulls() {
        return reduction.input().required() > 0;
    }

    private Aggregation bits() {
        return new Aggregation.Bitwise(
                (Aggregation.BitOperation) reduction.parameters().getFirst());
    }

    @SuppressWarnings("unchecked")
    private Aggregation histogram() {
        return new Aggregation.Histogram((List<Double>) reduction.parameters().getFirst());
    }

    private Expr asDouble() {
        return type().equals(DataType.FLOAT64) ? first() : first().cast(DataType.FLOAT64);
    }

    /// The low word or words, and what is above them.
    private StatePart sum(StateField field) {
        int sum = ask(new Aggregation.Sum(), first());
        return switch (field.name()) {
            case "wraps" -> (results, pool) -> StateValues.above(results.get(sum), pool);
            case "high" -> (results, pool) -> StateValues.signs(results.get(sum), pool);
            default -> (results, pool) -> StateValues.low(results.get(sum), field.type(), pool);
        };
    }

    private StatePart squares(StateField field) {
        int sum = ask(new Aggregation.SumOfSquares(), first());
        if (field.name().equals("high")) {
            return (results, pool) -> StateValues.above(results.get(sum), pool);
        }
        return field.type().layout() == Layout.INT128
                ? (results, pool) -> StateValues.squares(results.get(sum), field.type(), pool)
                : same(sum);
    }

    private StatePart product(StateField field) {
        int product = ask(new Aggregation.Product(), first());
        return switch (field.name()) {
            case "magnitude" -> (results, pool) -> StateValues.magnitudes(results.get(product), pool);
            case "flags" -> (results, pool) -> StateValues.flags(results.get(product), pool);
            default -> same(product);
        };
    }

    private StatePart end(StateField field, Aggregation ordinal, Aggregation value) {
        return same(
                field.role() == StateField.Role.ORDINAL
                        ? asks.askRequired(ordinal, reduction.input(), asks.rows())
                        : ask(value, first()));
    }

    private StatePart arg(StateField field, Aggregation ordinal, Aggregation value) {
        return same(ask(field.role() == StateField.Role.ORDINAL ? ordinal : value, first()));
    }

    private StatePart by(StateField field, Aggregation ordinal, Aggregation by, Aggregation value) {
        Expr picked = asks.argument(reduction.input().arguments().get(1));
        return same(
                switch (field.name()) {
                    case "ordinal" -> asks.askRequired(ordinal, reduction.input(), first());
                    case "by" -> asks.askRequired(by, reduction.input(), first());
                    default -> ask(value, picked, first());
                });
    }

    /// Whole numbers are taken about the floor of the exact mean. The mean of floats is rounded, and about it
    /// the states of two batches would not say how far apart the means of both are.
    private StatePart moments(StateField field) {
        int count = ask(new Aggregation.CountValid(), first());
        if (field.name().equals("count")) {
            return same(count);
        }
        int squares = ask(new Aggregation.M2(), first());
        return new WholeMoments(field.name(), scale(), count, ask(new Aggregation.Sum(), first()), squares);
    }

    private boolean isWhole() {
        return !type().isFloating() && type().layout() != Layout.INT128 && !type().equals(DataType.UINT64);
    }

    private int scale() {
        return type() instanceof DataType.DecimalType(int _, int scale) ? scale : 0;
    }

    private Optional<StatePart> top(StateField field, boolean greatest) {
        int k = (Integer) reduction.parameters().getFirst();
        return field.name().equals("top")
                ? Optional.of(same(ask(new Aggregation.TopK(k, greatest), first())))
                : Optional.empty();
    }

    private StatePart list(StateField field) {
        return same(
                field.role() == StateField.Role.ORDINAL
                        ? asks.askRequired(new Aggregation.CollectList(false), reduction.input(), asks.rows())
                        : ask(new Aggregation.CollectList(skipsNulls()), first()));
    }

    /// Elements of a set come in the order of their first rows. Unless ordinals are asked for, only that order
    /// matters: places stand for them.
    private Optional<StatePart> distinct(StateField field) {
        boolean isSet = reduction.input().arguments().size() == 2
                && !reduction.parameters().contains("counted")
                && !asks.showsOrdinals();
        if (!isSet) {
            return Optional.empty();
        }
        int set = ask(new Aggregation.CollectSet(skipsNulls()), first());
        return Optional.of(
                field.role() == StateField.Role.ORDINAL
                        ? (results, pool) -> StateValues.places(results.get(set), pool)
                        : same(set));
    }
}
