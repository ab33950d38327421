package dev.sheaf.resident;

import dev.sheaf.column.DataType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An array in the memory of a device, as libraries hand one another arrays: the entries of the
/// [CUDA array interface](https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html), version 3. What
/// Python calls `__cuda_array_interface__` is [#toMap()] here, and [#of(Map)] the way back.
///
/// @param pointer the device address of the first element, 0 if there is none
/// @param isReadOnly whether who takes the array must not write it
/// @param shape elements by dimension
/// @param typestr the type of an element, as NumPy writes it: `<i8`; of a bitmap, `<t1`
/// @param strides bytes from one element to the next by dimension; null if they lie one after the other
/// @param mask which elements are valid, null if all are; of a column a bitmap, the lowest bit of a byte first
/// @param stream work on this stream has to be done before the array is used: 1 the legacy default stream, 2 that of
///     the thread, else a `CUstream`; empty if there is none
public record CudaArray(
        long pointer,
        boolean isReadOnly,
        List<Long> shape,
        String typestr,
        @Nullable List<Long> strides,
        @Nullable CudaArray mask,
        OptionalLong stream) {

    /// The version of the interface.
    public static final int VERSION = 3;

    /// The type string of a bitmap.
    public static final String BITS = "<t1";

    /// @throws IllegalArgumentException if the stream is 0, which means nothing, or a size is negative
    public CudaArray {
        shape = List.copyOf(shape);
        strides = strides == null ? null : List.copyOf(strides);
        if (stream.orElse(1) == 0) {
            throw new IllegalArgumentException("a stream of 0 does not say which stream: 1 is the legacy default"
                    + " stream, 2 that of the thread");
        }
        if (shape.stream().anyMatch(size -> size < 0)) {
            throw new IllegalArgumentException("an array has no shape " + shape);
        }
    }

    /// An array of one dimension whose elements lie one after the other, which is there.
    public static CudaArray of(long pointer, long length, String typestr) {
        return new CudaArray(pointer, false, List.of(length), typestr, null, null, OptionalLong.empty());
    }

    /// The same array; those of its elements are valid whose bit of a bitmap is set.
    public CudaArray withMask(@Nullable CudaArray valid) {
        return new CudaArray(pointer, isReadOnly, shape, typestr, strides, valid, stream);
    }

    /// The same array, there once work on a stream is done.
    public CudaArray after(long handle) {
        return new CudaArray(pointer, isReadOnly, shape, typestr, strides, mask, OptionalLong.of(handle));
    }

    /// The type string of columns of a type; empty for bools, texts, decimals, dates, times and whatever else arrays
    /// do not hold as columns do.
    public static Optional<String> typestr(DataType type) {
        return ArrayType.of(type);
    }

    /// The type of columns whose values lie as the elements do, if there is one.
    public Optional<DataType> type() {
        return ArrayType.parse(typestr);
    }

    /// The entries under their names in the interface: numbers are [Long]s, `shape` and `strides` lists of them,
    /// `data` a list of pointer and flag, `mask` a map.
    public Map<String, Object> toMap() {
        Map<String, Object> entries = new LinkedHashMap<>();
        entries.put("shape", shape);
        entries.put("typestr", typestr);
        entries.put("data", List.of(pointer, isReadOnly));
        entries.put("version", (long) VERSION);
        if (strides != null) {
            entries.put("strides", strides);
        }
        if (mask != null) {
            entries.put("mask", mask.toMap());
        }
        stream.ifPresent(handle -> entries.put("stream", handle));
        return entries;
    }

    /// The array of some entries, of which `shape`, `typestr` and `data` have to be there; of versions 0 to 3.
    ///
    /// @throws IllegalArgumentException if an entry is missing, is of another kind or means nothing
    public static CudaArray of(Map<String, ?> entries) {
        ArrayEntries read = new ArrayEntries(entries);
        read.checkVersion(VERSION);
        ArrayEntries.Data data = read.data();
        return new CudaArray(
                data.pointer(),
                data.isReadOnly(),
                read.numbers("shape"),
                read.text("typestr"),
                read.has("strides") ? read.numbers("strides") : null,
                read.has("mask") ? of(read.map("mask")) : null,
                read.number("stream"));
    }

    /// The entries as JSON.
    @Override
    public String toString() {
        return json(toMap());
    }

    private static String json(Object value) {
        return switch (value) {
            case Map<?, ?> entries ->
                entries.entrySet().stream()
                        .map(entry -> json(entry.getKey()) + ": " + json(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> values -> values.stream().map(CudaArray::json).collect(Collectors.joining(", ", "[", "]"));
            case String text -> "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            default -> value.toString();
        };
    }
}
