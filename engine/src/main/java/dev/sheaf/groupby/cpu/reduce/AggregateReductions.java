package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GatheredValues;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.OrderInGroup;
import dev.sheaf.groupby.cpu.chunk.PackedStates;
import dev.sheaf.groupby.cpu.chunk.StateForm;
import dev.sheaf.groupby.cpu.reduce.ExactReduction.Term;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec.Kind;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The reductions that the arguments of one aggregate may be fed to, each by its number in the plan.
///
/// The type of the first argument decides between reductions of one kind.
final class AggregateReductions {
    private final PlanParts plan;
    private final List<Integer> arguments;
    private final int filter;

    AggregateReductions(PlanParts plan, Expr.Aggregate aggregate) {
        this.plan = plan;
        this.arguments = aggregate.arguments().stream().map(plan::argument).toList();
        this.filter = aggregate.filter().map(plan::argument).orElse(-1);
    }

    /// The types of the arguments.
    List<DataType> types() {
        return arguments.stream().map(plan::argumentType).toList();
    }

    DataType type() {
        return plan.argumentType(arguments.getFirst());
    }

    boolean isOneWord() {
        return isOneWord(type());
    }

    private static boolean isOneWord(DataType type) {
        return switch (type.layout()) {
            case NONE, BIT, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 -> true;
            case INT128, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY -> false;
        };
    }

    private boolean isUnsigned() {
        return type().equals(DataType.UINT64);
    }

    int sum() {
        DataType type = type();
        if (type.isFloating()) {
            return reduction(Kind.SUM, (_, pool) -> new SumDoubleReduction(pool));
        }
        if (type.layout() == Layout.INT128) {
            return reduction(Kind.SUM, (_, pool) -> new SumWideReduction(type, pool));
        }
        return reduction(Kind.SUM, (_, pool) -> new SumLongReduction(SumLongReduction.Width.of(type), pool));
    }

    int count() {
        return reduction(Kind.COUNT, (_, pool) -> new CountReduction(pool));
    }

    int product() {
        boolean unsigned = isUnsigned();
        return type().isFloating()
                ? reduction(Kind.PRODUCT, (_, pool) -> new ProductDoubleReduction(pool))
                : reduction(Kind.PRODUCT, (_, pool) -> new ProductLongReduction(unsigned, pool));
    }

    /// Whether squares are summed as whole numbers.
    boolean hasWholeSquares() {
        return type().isInteger() || type().equals(DataType.NULL);
    }

    int squares() {
        boolean unsigned = isUnsigned();
        return hasWholeSquares()
                ? reduction(Kind.SQUARES, (_, pool) -> SumWideReduction.ofSquares(unsigned, pool))
                : reduction(Kind.SQUARES, (settings, pool) -> SumDoubleReduction.ofSquares(settings.chunkRows(), pool));
    }

    int bitwise(Aggregation.BitOperation operation) {
        DataType type = type();
        return reduction(Kind.BITS, List.of(operation), (_, pool) -> new BitwiseReduction(type, operation, pool));
    }

    int registers(int precision) {
        DataType type = type();
        return reduction(
                Kind.REGISTERS,
                List.of(precision),
                (settings, pool) -> new RegistersReduction(type, precision, settings, pool));
    }

    int digest(int compression) {
        return reduction(Kind.DIGEST, List.of(compression), (_, pool) -> new DigestReduction(compression, pool));
    }

    int histogram(List<Double> edges) {
        return reduction(Kind.HISTOGRAM, List.of(edges), (_, pool) -> new HistogramReduction(edges, pool));
    }

    /// Fed what is ordered by, the value, and ordinals.
    int by(Kind kind, boolean greatest, boolean skipNulls) {
        DataType value = type();
        DataType by = plan.argumentType(arguments.get(1));
        InputSpec input = new InputSpec(
                List.of(arguments.get(1), arguments.getFirst(), plan.ordinals()), skipNulls ? 2 : 1, filter);
        return plan.reduction(new ReductionSpec(
                kind,
                input,
                (settings, pool) -> new MinByReduction(by, value, greatest, isOneWord(by), settings, pool)));
    }

    int nth(Aggregation.Nth nth) {
        OrderInGroup ends = new OrderInGroup.Ends(nth.n() < 0, nth.rowsFromEnd());
        return collect(Kind.NTH, List.of(nth.n()), ends, nth.skipNulls());
    }

    int extreme(boolean greatest) {
        DataType type = type();
        Kind kind = greatest ? Kind.MAX : Kind.MIN;
        return isOneWord()
                ? reduction(kind, (_, pool) -> new ExtremeReduction(type, greatest, pool))
                : reduction(kind, (settings, pool) -> new ExtremeRowReduction(type, greatest, false, settings, pool));
    }

    /// Of a value of one word the ordinal beside it, of others the ordinal behind them.
    int argument(boolean greatest) {
        DataType type = type();
        Kind kind = greatest ? Kind.ARGMAX : Kind.ARGMIN;
        return isOneWord()
                ? ordered(kind, List.of(), 1, (_, pool) -> new ArgReduction(type, greatest, pool))
                : ordered(
                        kind,
                        List.of(),
                        1,
                        (settings, pool) -> new ExtremeRowReduction(type, greatest, true, settings, pool));
    }

    /// Decimals of one word are taken as whole numbers, [#scale()] digits too large; all else as doubles.
    int moments() {
        boolean whole = isOneWord() && !type().isFloating() && !isUnsigned();
        return reduction(Kind.MOMENTS, (_, pool) -> new MomentsReduction(whole, pool));
    }

    int scale() {
        return isOneWord() && type() instanceof DataType.DecimalType(int _, int scale) ? scale : 0;
    }

    int coMoments() {
        return reduction(Kind.COMOMENTS, (_, pool) -> new CoMomentsReduction(pool));
    }

    int members() {
        return reduction(Kind.MEMBERS, (_, pool) -> new GroupValuesReduction(pool));
    }

    int end(Kind kind, boolean last, boolean skipNulls) {
        DataType type = type();
        return ordered(
                kind,
                List.of(),
                skipNulls ? 1 : 0,
                (settings, pool) -> new FirstLastReduction(type, last, settings, pool));
    }

    int topK(int k, boolean greatest) {
        DataType type = type();
        Kind kind = greatest ? Kind.TOP : Kind.BOTTOM;
        return isOneWord()
                ? reduction(
                        kind,
                        List.of(k),
                        (settings, pool) -> new TopKReduction(type, k, greatest, settings.chunkRows(), pool))
                : collect(kind, List.of(k), new OrderInGroup.ByValue(greatest, k), true);
    }

    int list(boolean skipNulls) {
        return collect(Kind.LIST, List.of(), new OrderInGroup.ByOrdinal(), skipNulls);
    }

    private int collect(Kind kind, List<Object> parameters, OrderInGroup order, boolean skipNulls) {
        DataType type = type();
        return ordered(kind, parameters, skipNulls ? 1 : 0, (settings, pool) -> collect(type, order, settings, pool));
    }

    private static Reduction collect(DataType type, OrderInGroup order, CpuSettings settings, MemoryPool pool) {
        return order instanceof OrderInGroup.ByOrdinal && GatheredValues.takes(type.layout())
                ? new ListReduction(type, pool)
                : new CollectReduction(type, order, settings, pool);
    }

    /// One of two arguments, of the rows in which neither is null, by ordinal.
    int pairOf(int argument) {
        DataType type = plan.argumentType(arguments.get(argument));
        InputSpec input = new InputSpec(
                List.of(arguments.get(argument), plan.ordinals(), arguments.get(1 - argument)), 3, filter);
        return plan.reduction(new ReductionSpec(
                Kind.PAIRS, input, (settings, pool) -> collect(type, new OrderInGroup.ByOrdinal(), settings, pool)));
    }

    /// States that come as values, and ordinals.
    int merging(Aggregation of, StateForm form, DataType packed, ReductionSpec.Factory states) {
        return ordered(
                Kind.MERGED,
                List.of(of),
                1,
                (settings, pool) -> new MergingReduction(
                        states.create(settings, pool), new PackedStates(form, packed, settings.chunkRows(), pool)));
    }

    int exact(List<Term> terms) {
        List<Object> names = terms.stream()
                .<Object>map(term -> term.name().toLowerCase(Locale.ROOT))
                .toList();
        return reduction(Kind.EXACT, names, (_, pool) -> new ExactReduction(terms, pool));
    }

    /// The distinct arguments, counted or not.
    int distinctMembers(boolean takesNulls, boolean counted) {
        List<DataType> types = arguments.stream().map(plan::argumentType).toList();
        List<Object> parameters = new ArrayList<>();
        if (!takesNulls) {
            parameters.add("valid");
        }
        if (counted) {
            parameters.add("counted");
        }
        return ordered(
                Kind.DISTINCT,
                parameters,
                takesNulls ? 0 : arguments.size(),
                (settings, pool) -> new DistinctReduction(types, counted, settings, pool));
    }

    private int reduction(Kind kind, ReductionSpec.Factory factory) {
        return reduction(kind, List.of(), factory);
    }

    private int reduction(Kind kind, List<Object> parameters, ReductionSpec.Factory factory) {
        InputSpec input = new InputSpec(arguments, arguments.size(), filter);
        return plan.reduction(new ReductionSpec(kind, parameters, input, factory));
    }

    /// A reduction that is fed ordinals behind the arguments; the first `required` arguments must not be null.
    private int ordered(Kind kind, List<Object> parameters, int required, ReductionSpec.Factory factory) {
        List<Integer> withOrdinals = new ArrayList<>(arguments);
        withOrdinals.add(plan.ordinals());
        return plan.reduction(
                new ReductionSpec(kind, parameters, new InputSpec(withOrdinals, required, filter), factory));
    }
}
