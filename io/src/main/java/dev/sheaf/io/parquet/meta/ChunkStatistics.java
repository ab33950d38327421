package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.query.bounds.BoundValue;
import dev.sheaf.query.bounds.ValueBounds;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;

/// What a footer says about the values of one column chunk.
///
/// Statistics are believed as far as the format defines them: bounds of the old kind only for types whose order
/// all writers agreed on, none that are NaN, of the wrong size, not UTF-8, or the wrong way round.
public record ChunkStatistics(ValueBounds bounds, OptionalLong distinctCount) {

    /// What `created_by` begins with in files that we wrote.
    public static final String OUR_WRITER = "Sheaf version ";

    /// Of a chunk of a flat column of a type.
    static ChunkStatistics of(ParquetFile file, int rowGroup, Leaf leaf, DataType type) {
        return file.facts()
                .of(
                        ChunkStatistics.class,
                        rowGroup,
                        leaf,
                        _ -> 0,
                        () -> Optional.of(decode(file, rowGroup, leaf, type)))
                .orElseThrow();
    }

    private static ChunkStatistics decode(ParquetFile file, int rowGroup, Leaf leaf, DataType type) {
        ColumnMetaData chunk = file.chunk(rowGroup, leaf);
        Statistics statistics = chunk.getStatistics();
        long rows = file.rowGroup(rowGroup).getNum_rows();
        if (statistics == null || chunk.getType() != leaf.physical()) {
            return new ChunkStatistics(ValueBounds.unknown(rows), OptionalLong.empty());
        }
        OptionalLong distinct =
                count(statistics.isSetDistinct_count() && countsExactly(file), statistics.getDistinct_count(), rows);
        return new ChunkStatistics(bounds(statistics, leaf, type, rows), distinct);
    }

    private static ValueBounds bounds(Statistics statistics, Leaf leaf, DataType type, long rows) {
        boolean nan = type.isFloating() && !(statistics.isSetNan_count() && statistics.getNan_count() == 0);
        OptionalLong nulls = count(statistics.isSetNull_count(), statistics.getNull_count(), rows);
        Optional<Object> min = BoundBytes.decode(leaf, type, minBytes(statistics, leaf, type));
        Optional<Object> max = BoundBytes.decode(leaf, type, maxBytes(statistics, leaf, type));
        ValueBounds bounds = new ValueBounds(min, max, nulls, rows, nan);
        boolean wrongWay = min.isPresent()
                && max.isPresent()
                && BoundValue.compare(min.get(), max.get()) == BoundValue.Order.GREATER;
        return wrongWay ? bounds.unbounded() : bounds;
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
