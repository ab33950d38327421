package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.query.bounds.BoundValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// The bounds of statistics, in plain encoding, as Java objects.
final class BoundBytes {
    private BoundBytes() {}

    /// The object of a bound, or empty if there is none that can be used.
    static Optional<Object> decode(Leaf leaf, DataType type, Optional<ByteBuffer> bytes) {
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        ByteBuffer value = bytes.get().slice().order(ByteOrder.LITTLE_ENDIAN);
        return switch (leaf.physical()) {
            case BOOLEAN -> value.remaining() == 1 ? Optional.of(value.get(0) != 0) : Optional.empty();
            case INT32 ->
                value.remaining() == Integer.BYTES ? BoundValue.whole(type, value.getInt(0)) : Optional.empty();
            case INT64 -> value.remaining() == Long.BYTES ? BoundValue.whole(type, value.getLong(0)) : Optional.empty();
            case FLOAT -> value.remaining() == Float.BYTES ? number(value.getFloat(0)) : Optional.empty();
            case DOUBLE -> value.remaining() == Double.BYTES ? number(value.getDouble(0)) : Optional.empty();
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(leaf, type, value);
            case INT96 -> Optional.empty();
        };
    }

    private static Optional<Object> number(float value) {
        return Float.isNaN(value) ? Optional.empty() : Optional.of(value);
    }

    private static Optional<Object> number(double value) {
        return Double.isNaN(value) ? Optional.empty() : Optional.of(value);
    }

    private static Optional<Object> bytes(Leaf leaf, DataType type, ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return switch (type) {
            case DataType.StringType() when leaf.width() == 0 -> BoundValue.text(bytes);
            case DataType.DecimalType decimal
            when bytes.length > 0 -> Optional.of(new BigDecimal(new BigInteger(bytes), decimal.scale()));
            default -> Optional.empty();
        };
    }
}
