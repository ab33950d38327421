package dev.sheaf.io.parquet.read;

import dev.sheaf.column.DataType;
import dev.sheaf.io.parquet.codec.Codec;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.io.parquet.meta.ParquetFile;
import dev.sheaf.io.parquet.meta.SchemaNode;
import java.util.Objects;
import java.util.stream.IntStream;

/// Which columns of a file other readers read as ours does.
public final class CommonForm {
    private CommonForm() {}

    /// Whether a column has one value a row, is read by us at all, and is of no form that readers take for different
    /// types: timestamps of 96 bits, UUIDs, floats of 16 bits.
    public static boolean isOf(ParquetFile file, String column) {
        return file.column(column) instanceof SchemaNode.ValueNode value
                && isCommon(value.leaf(), value.type())
                && isSupported(file, value.leaf());
    }

    private static boolean isCommon(Leaf leaf, DataType type) {
        return switch (leaf.physical()) {
            case INT96 -> false;
            case FIXED_LEN_BYTE_ARRAY -> type instanceof DataType.DecimalType || type.equals(DataType.BINARY);
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY -> true;
        };
    }

    private static boolean isSupported(ParquetFile file, Leaf leaf) {
        return IntStream.range(0, file.rowGroupCount())
                .allMatch(group -> Codec.isSupported(
                        Objects.requireNonNull(file.chunk(group, leaf).getCodec())));
    }
}
