package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.expr.Aggregation;
import java.util.Optional;

/// What aggregations are to a scan: which function of a type, with which parameters.
final class FastFunctions {
    private FastFunctions() {}

    /// Whether the scan knows what a function of a type is.
    static boolean isFit(Aggregation aggregation, DataType type) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> true;
            case Aggregation.Any(), Aggregation.All() -> type.equals(DataType.BOOL);
            case Aggregation.Min(), Aggregation.Max() ->
                CudaType.supports(type)
                        || type.equals(DataType.BOOL)
                        || type.equals(DataType.STRING)
                        || type.equals(DataType.BINARY);
            case Aggregation.Sum(), Aggregation.Mean() -> isNumber(type);
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.M2() -> isNumber(type);
            case Aggregation.Bitwise _ -> type.isInteger();
            case Aggregation.SumOfSquares() ->
                type.isFloating() || (type.isInteger() && CudaType.of(type).byteWidth() <= Integer.BYTES);
            default -> type.isFloating() || type.isInteger();
        };
    }

    static boolean isNumber(DataType type) {
        return type.isFloating() || type.isInteger() || type instanceof DataType.DecimalType;
    }

    static Aggregation.Interpolation between(Aggregation aggregation) {
        return aggregation instanceof Aggregation.Quantile quantile
                ? quantile.interpolation()
                : Aggregation.Interpolation.LINEAR;
    }

    static double parameter(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Quantile quantile -> quantile.q();
            case Aggregation.Variance(int ddof) -> ddof;
            case Aggregation.Std(int ddof) -> ddof;
            case Aggregation.Covariance(int ddof) -> ddof;
            case Aggregation.Correlation() -> 1;
            default -> 0;
        };
    }

    static Optional<DeviceAggregate.Function> function(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll() -> Optional.of(DeviceAggregate.Function.COUNT_ROWS);
            case Aggregation.CountValid() -> Optional.of(DeviceAggregate.Function.COUNT);
            case Aggregation.Sum(), Aggregation.SumOfSquares() -> Optional.of(DeviceAggregate.Function.SUM);
            case Aggregation.Mean() -> Optional.of(DeviceAggregate.Function.MEAN);
            case Aggregation.Min(), Aggregation.All() -> Optional.of(DeviceAggregate.Function.MIN);
            case Aggregation.Max(), Aggregation.Any() -> Optional.of(DeviceAggregate.Function.MAX);
            case Aggregation.Variance _ -> Optional.of(DeviceAggregate.Function.VARIANCE);
            case Aggregation.Std _ -> Optional.of(DeviceAggregate.Function.STD);
            case Aggregation.M2() -> Optional.of(DeviceAggregate.Function.M2);
            case Aggregation.Covariance _ -> Optional.of(DeviceAggregate.Function.COVARIANCE);
            case Aggregation.Correlation() -> Optional.of(DeviceAggregate.Function.CORRELATION);
            case Aggregation.Median() -> Optional.of(DeviceAggregate.Function.MEDIAN);
            case Aggregation.Quantile _ -> Optional.of(DeviceAggregate.Function.QUANTILE);
            case Aggregation.Bitwise(Aggregation.BitOperation operation) ->
                Optional.of(
                        switch (operation) {
                            case AND -> DeviceAggregate.Function.BIT_AND;
                            case OR -> DeviceAggregate.Function.BIT_OR;
                            case XOR -> DeviceAggregate.Function.BIT_XOR;
                        });
            default -> Optional.empty();
        };
    }
}
