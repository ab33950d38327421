package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of int32 codes into a column of distinct, non-null values; null rows are marked in the validity of
/// the codes.
///
/// Codes of valid rows lie in `[0, values().length())`; codes under nulls are undefined.
public final class DictionaryColumn implements Column {
    private final DataType.DictionaryType type;
    private final long length;
    private final Buffer codes;
    private final Column values;
    private final Validity validity;
    private final MemorySegment segment;
    private final Ints code;
    private boolean closed;

    /// Takes over codes, int32 a row, values, none of them null, and validity. Codes are not checked.
    ///
    /// @throws IllegalArgumentException if there are fewer codes, not a validity bit a row, or a value is null
    public DictionaryColumn(long length, Buffer codes, Column values, Validity validity) {
        if (codes.byteSize() < length * Integer.BYTES || validity.length() != length || values.nullCount() > 0) {
            throw new IllegalArgumentException("a dictionary column of " + length + " rows does not match "
                    + codes.byteSize() + " bytes of codes, " + validity.length() + " validity bits and "
                    + values.nullCount() + " nulls among its values");
        }
        this.type = new DataType.DictionaryType(values.type());
        this.length = length;
        this.codes = codes;
        this.values = values;
        this.validity = validity;
        this.segment = codes.segment();
        this.code = Ints.of(segment);
    }

    @Override
    public DataType.DictionaryType type() {
        return type;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public Validity validity() {
        checkOpen();
        return validity;
    }

    /// The distinct values that the codes point to.
    public Column values() {
        checkOpen();
        return values;
    }

    /// The buffer of the codes; row 0 is at its start.
    public Buffer codes() {
        checkOpen();
        return codes;
    }

    /// The codes, int32; row 0 is at their start.
    public MemorySegment segment() {
        checkOpen();
        return segment;
    }

    /// The codes of `count` rows from row `from` on.
    public IntBuffer ints(long from, long count) {
        return Views.ints(segment(), from, count);
    }

    /// The code of a row; undefined for null rows.
    public int code(long row) {
        checkOpen();
        return code.get(row);
    }

    @Override
    public DictionaryColumn slice(long start, long rows) {
        checkOpen();
        Objects.checkFromIndexSize(start, rows, length);
        Buffer part = codes.slice(start * Integer.BYTES, rows * Integer.BYTES);
        return new DictionaryColumn(rows, part, values.retain(), validity.slice(start, rows));
    }

    @Override
    public @Nullable Object get(long row) {
        Objects.checkIndex(row, length());
        return isNull(row) ? null : values().get(code(row));
    }

    @Override
    public void close() {
        closed = true;
        codes.close();
        values.close();
        validity.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.column(type, length);
        }
    }
}
