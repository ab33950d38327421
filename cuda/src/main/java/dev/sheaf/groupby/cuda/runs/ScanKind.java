package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation;
import java.util.Optional;

/// What `scan_groups.cu` is compiled for, in the order of its numbers.
public enum ScanKind {
    SUMS,
    LEAST,
    GREATEST,
    MEANS,
    PRODUCTS,
    COUNTS;

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

    /// The type in which values are put together: there are 2^31 rows at most.
    CudaType total(CudaType value, CudaType result) {
        return switch (this) {
            case COUNTS -> CudaType.U32;
            case LEAST, GREATEST, PRODUCTS -> result;
            case SUMS, MEANS ->
                value.isFloating() ? result : value.byteWidth() <= Integer.BYTES ? CudaType.I64 : CudaType.I128;
        };
    }

    /// What is compiled.
    ///
    /// @param hasParts whether there are more groups than slots
    /// @param countsValues whether a slot has the number of values beside what they come to
    public Specialization kernel(CudaType value, CudaType result, boolean hasParts, boolean countsValues) {
        return Specialization.of(KernelFile.SCAN_GROUPS)
                .number("KIND", ordinal())
                .type("Value", value)
                .type("Total", total(value, result))
                .type("Result", result)
                .flag("HAS_PARTS", hasParts)
                .flag("COUNTS_VALUES", countsValues);
    }
}
