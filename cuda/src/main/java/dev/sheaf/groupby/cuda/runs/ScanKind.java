package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import java.util.List;
import java.util.Optional;

/// What `scan_groups.cu` is compiled for, in the order of its numbers.
public enum ScanKind {
    SUMS,
    LEAST,
    GREATEST,
    MEANS,
    PRODUCTS,
    COUNTS,
    LATEST,
    SHIFTED,
    CHANGED;

    /// Whether results are values of other rows as they are.
    boolean takesValues() {
        return this == LATEST || this == SHIFTED;
    }

    /// Whether some of the last rows are kept.
    boolean isShift() {
        return this == SHIFTED || this == CHANGED;
    }

    /// Why the device computes no running values of an aggregation, if it does not.
    static Optional<String> refusal(Aggregation aggregation, DataType input, DataType result) {
        boolean isKnown = switch (aggregation) {
            case Aggregation.Sum() ->
                (input instanceof IntType && result.equals(DataType.INT64))
                        || (input.isFloating() && result.equals(DataType.FLOAT64));
            case Aggregation.Mean() -> input instanceof IntType || input.isFloating();
            case Aggregation.Product() -> input.isFloating();
            case Aggregation.Min(), Aggregation.Max() -> CudaType.supports(input) && input.equals(result);
            default -> false;
        };
        return isKnown
                ? Optional.empty()
                : Optional.of("a running " + aggregation + " of " + input + " is computed on the CPU");
    }

    static ScanKind of(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Sum() -> SUMS;
            case Aggregation.Mean() -> MEANS;
            case Aggregation.Product() -> PRODUCTS;
            case Aggregation.Min() -> LEAST;
            case Aggregation.Max() -> GREATEST;
            default -> throw new IllegalArgumentException(aggregation + " is computed on the CPU");
        };
    }

    /// The type of the results for values of a type.
    DataType result(DataType input) {
        return switch (this) {
            case SUMS -> AggregationTypes.resultType(new Aggregation.Sum(), List.of(input));
            case MEANS -> AggregationTypes.resultType(new Aggregation.Mean(), List.of(input));
            case PRODUCTS -> AggregationTypes.resultType(new Aggregation.Product(), List.of(input));
            case COUNTS -> DataType.INT64;
            case LEAST, GREATEST, LATEST, SHIFTED, CHANGED -> input;
        };
    }

    /// The type in which values are put together: there are 2^31 rows at most.
    CudaType total(CudaType value, CudaType result) {
        return switch (this) {
            case COUNTS -> CudaType.U32;
            case LEAST, GREATEST, LATEST, SHIFTED, CHANGED -> wide(result);
            case PRODUCTS -> result;
            case SUMS, MEANS ->
                value.isFloating() ? result : value.byteWidth() <= Integer.BYTES ? CudaType.I64 : CudaType.I128;
        };
    }

    /// The same numbers in 32 bits at least: atomics take no less.
    private static CudaType wide(CudaType type) {
        return switch (type) {
            case I8, I16 -> CudaType.I32;
            case U8, U16 -> CudaType.U32;
            case I32, I64, I128, U32, U64, U128, F32, F64 -> type;
        };
    }
}
