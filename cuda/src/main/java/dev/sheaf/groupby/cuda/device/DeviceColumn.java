package dev.sheaf.groupby.cuda.device;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A column in device memory, in the Arrow layout: fixed width, bool, text or binary, a dictionary, or lists.
///
/// The host can copy it, not read it. Data start at a multiple of 16 bytes, and 16 bytes behind the last one may be
/// read.
///
/// @param values row 0 at its start; of a bool, bits whose bit `firstBit` is row 0; of text, the bytes; of a
///     dictionary, int32 codes; of lists, int32, where each row starts in the elements, and where the last one ends
/// @param validity a bitmap in which bit `firstBit` is row 0, or null if every row is valid
/// @param offsets of text and binary: where each row starts in `values`, int32, and where the last one ends;
///     else null
/// @param child of a dictionary: its distinct values; of lists: their elements; else null
public record DeviceColumn(
        DataType type,
        long length,
        Buffer values,
        @Nullable Buffer validity,
        long firstBit,
        @Nullable Buffer offsets,
        @Nullable DeviceColumn child)
        implements AutoCloseable {

    /// A column without a child.
    public DeviceColumn(
            DataType type,
            long length,
            Buffer values,
            @Nullable Buffer validity,
            long firstBit,
            @Nullable Buffer offsets) {
        this(type, length, values, validity, firstBit, offsets, null);
    }

    /// A column of fixed width.
    public DeviceColumn(DataType type, long length, Buffer values, @Nullable Buffer validity, long firstBit) {
        this(type, length, values, validity, firstBit, null, null);
    }

    /// Whether columns of a type can be uploaded.
    public static boolean canHold(DataType type) {
        return switch (type) {
            case DataType.DictionaryType(DataType values) -> canHold(values);
            default ->
                switch (type.layout()) {
                    case BIT, INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL, VARIABLE -> true;
                    case NONE, LIST, STRUCT, DICTIONARY -> false;
                };
        };
    }

    /// Lists of elements, which it takes over like the rest.
    ///
    /// @param offsets where each starts, int32, and where the last one ends
    public static DeviceColumn ofLists(long length, Buffer offsets, @Nullable Buffer validity, DeviceColumn elements) {
        DataType type = new DataType.ListType(elements.type());
        return new DeviceColumn(type, length, offsets, validity, 0, null, elements);
    }

    private boolean isLists() {
        return type instanceof DataType.ListType;
    }

    /// The distinct values of a dictionary; else null.
    public @Nullable DeviceColumn dictionary() {
        return isLists() ? null : child;
    }

    /// The elements of lists; else null.
    public @Nullable DeviceColumn elements() {
        return isLists() ? child : null;
    }

    /// Whether a row may have no value.
    public boolean mayBeNull() {
        DeviceColumn dictionary = dictionary();
        return validity != null || (dictionary != null && dictionary.mayBeNull());
    }

    /// The type in which kernels read the values.
    public CudaType cudaType() {
        return CudaType.of(type);
    }

    /// The address of the bitmap, or 0.
    public long validityAddress() {
        return validity == null ? 0 : validity.address();
    }

    /// The address of the offsets, or 0.
    public long offsetsAddress() {
        return offsets == null ? 0 : offsets.address();
    }

    /// Bytes of device memory that it takes.
    public long byteSize() {
        return values.byteSize()
                + (validity == null ? 0 : validity.byteSize())
                + (offsets == null ? 0 : offsets.byteSize())
                + (child == null ? 0 : child.byteSize());
    }

    /// Some rows of a column of text without their validity, to be closed on its own.
    public DeviceColumn texts(long start, long rows) {
        if (offsets == null) {
            Buffer codes = values.slice(start * Integer.BYTES, rows * Integer.BYTES);
            return new DeviceColumn(type, rows, codes, null, 0, null, child == null ? null : child.retain());
        }
        Buffer positions = offsets.slice(start * Integer.BYTES, (rows + 1) * Integer.BYTES);
        return new DeviceColumn(type, rows, values.retain(), null, 0, positions);
    }

    /// The first rows, which stay where they are.
    public DeviceColumn first(long rows) {
        return new DeviceColumn(type, rows, values, validity, firstBit, offsets, child);
    }

    /// The values, which stay where they are, as those of another type of the same width.
    public DeviceColumn as(DataType other) {
        return new DeviceColumn(other, length, values, validity, firstBit, offsets, child);
    }

    /// The same columns, each to be closed on its own.
    public static List<DeviceColumn> retained(List<DeviceColumn> columns) {
        List<DeviceColumn> retained = new ArrayList<>(columns.size());
        for (DeviceColumn column : columns) {
            retained.add(column.retain());
        }
        return retained;
    }

    /// The same column again, to be closed on its own.
    public DeviceColumn retain() {
        return new DeviceColumn(
                type,
                length,
                values.retain(),
                validity == null ? null : validity.retain(),
                firstBit,
                offsets == null ? null : offsets.retain(),
                child == null ? null : child.retain());
    }

    @Override
    public void close() {
        values.close();
        if (validity != null) {
            validity.close();
        }
        if (offsets != null) {
            offsets.close();
        }
        if (child != null) {
            child.close();
        }
    }
}
