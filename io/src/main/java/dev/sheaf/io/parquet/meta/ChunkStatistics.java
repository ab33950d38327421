package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;

/// What a footer says about the values of one column chunk. Bounds are Java objects as
/// [dev.sheaf.column.Row#get(int)] returns them; `mayHoldNan` tells that floating bounds leave out NaNs.
///
/// Statistics are believed as far as the format defines them: bounds of the old kind only for types whose order
/// all writers agreed on, none that are NaN, of the wrong size, not UTF-8, or the wrong way round.
public record ChunkStatistics(
        Optional<Object> min,
        Optional<Object> max,
        OptionalLong nullCount,
        OptionalLong distinctCount,
        boolean mayHoldNan) {

    /// What `created_by` begins with in files that we wrote.
    public static final String OUR_WRITER = "Sheaf version ";

    private static final ChunkStatistics NONE =
            new ChunkStatistics(Optional.empty(), Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), true);

    static ChunkStatistics of(ParquetFile file, int rowGroup, Leaf leaf, DataType type) {
        ColumnMetaData chunk = file.chunk(rowGroup, leaf);
        Statistics statistics = chunk.getStatistics();
        if (statistics == null || chunk.getType() != leaf.physical()) {
            return NONE;
        }
        long rows = file.rowGroup(rowGroup).getNum_rows();
        boolean nan = type.isFloating() && !(statistics.isSetNan_count() && statistics.getNan_count() == 0);
        OptionalLong nulls = count(statistics.isSetNull_count(), statistics.getNull_count(), rows);
        OptionalLong distinct =
                count(statistics.isSetDistinct_count() && countsExactly(file), statistics.getDistinct_count(), rows);
        Optional<Object> min = BoundValue.decode(leaf, type, minBytes(statistics, leaf, type));
        Optional<Object> max = BoundValue.decode(leaf, type, maxBytes(statistics, leaf, type));
        if (min.isPresent()
                && max.isPresent()
                && BoundValue.compare(min.get(), max.get()) == BoundValue.Order.GREATER) {
            return new ChunkStatistics(Optional.empty(), Optional.empty(), nulls, distinct, nan);
        }
        return new ChunkStatistics(min, max, nulls, distinct, nan);
    }

    /// Others may write an estimate, which is no upper bound.
    private static boolean countsExactly(ParquetFile file) {
        String writer = file.footer().getCreated_by();
        return writer != null && (writer.startsWith("DuckDB") || writer.startsWith(OUR_WRITER));
    }

    private static OptionalLong count(boolean set, long count, long rows) {
        return set && count >= 0 && count <= rows ? OptionalLong.of(count) : OptionalLong.empty();
    }

    private static Optional<ByteBuffer> minBytes(Statistics statistics, Leaf leaf, DataType type) {
        if (statistics.isSetMin_value()) {
            return Optional.of(statistics.bufferForMin_value());
        }
        return statistics.isSetMin() && oldBoundsAreRight(leaf, type)
                ? Optional.of(statistics.bufferForMin())
                : Optional.empty();
    }

    private static Optional<ByteBuffer> maxBytes(Statistics statistics, Leaf leaf, DataType type) {
        if (statistics.isSetMax_value()) {
            return Optional.of(statistics.bufferForMax_value());
        }
        return statistics.isSetMax() && oldBoundsAreRight(leaf, type)
                ? Optional.of(statistics.bufferForMax())
                : Optional.empty();
    }

    /// The deprecated bounds compare everything as signed numbers or signed bytes.
    private static boolean oldBoundsAreRight(Leaf leaf, DataType type) {
        boolean unsigned = type instanceof DataType.IntType(int _, boolean signed) && !signed;
        return switch (leaf.physical()) {
            case INT32, INT64 -> !unsigned;
            case FLOAT, DOUBLE, BOOLEAN -> true;
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
        };
    }
}
