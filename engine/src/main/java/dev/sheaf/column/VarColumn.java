package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.RunMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of strings (UTF-8) or binary values: offsets into bytes.
///
/// The bytes of row `r` are `[offsets.start(r), offsets.start(r + 1))` of [#segment()]. The range under a null
/// is valid to read and means nothing.
public final class VarColumn implements Column {
    private final DataType type;
    private final Offsets offsets;
    private final Buffer bytes;
    private final Validity validity;
    private final MemorySegment segment;

    /// Made when it is asked for; threads that ask at once make one each.
    private @Nullable RunMemory runs;

    private boolean closed;

    /// Takes over offsets, bytes and validity.
    ///
    /// @throws IllegalArgumentException if the type has no bytes of any length, offsets end behind the bytes, or
    ///     there is not a validity bit a row
    public VarColumn(DataType type, Offsets offsets, Buffer bytes, Validity validity) {
        if (type.layout() != Layout.VARIABLE) {
            throw new IllegalArgumentException(type + " is not a string or binary type");
        }
        if (offsets.length() != validity.length() || offsets.start(offsets.length()) > bytes.byteSize()) {
            throw new IllegalArgumentException("offsets of " + offsets.length() + " rows ending at "
                    + offsets.start(offsets.length()) + " do not match " + bytes.byteSize() + " bytes and "
                    + validity.length() + " validity bits");
        }
        this.type = type;
        this.offsets = offsets;
        this.bytes = bytes;
        this.validity = validity;
        this.segment = bytes.segment();
    }

    @Override
    public DataType type() {
        return type;
    }

    @Override
    public long length() {
        return offsets.length();
    }

    @Override
    public Validity validity() {
        checkOpen();
        return validity;
    }

    /// Where each row starts in [#segment()].
    public Offsets offsets() {
        checkOpen();
        return offsets;
    }

    /// The buffer of all bytes; a slice uses a part of it.
    public Buffer bytes() {
        checkOpen();
        return bytes;
    }

    /// All bytes; a slice uses a part of them.
    public MemorySegment segment() {
        checkOpen();
        return segment;
    }

    /// The bytes of all rows, for loops that read them in any order.
    public RunMemory runs() {
        checkOpen();
        RunMemory known = runs;
        if (known == null) {
            known = RunMemory.of(offsets.segment(), offsets.wide(), segment);
            runs = known;
        }
        return known;
    }

    /// A copy of the bytes of a row.
    public byte[] bytes(long row) {
        checkOpen();
        return segment.asSlice(offsets.start(row), offsets.size(row)).toArray(ValueLayout.JAVA_BYTE);
    }

    /// The text of a row.
    public String string(long row) {
        return new String(bytes(row), StandardCharsets.UTF_8);
    }

    @Override
    public VarColumn slice(long start, long rows) {
        checkOpen();
        return new VarColumn(type, offsets.slice(start, rows), bytes.retain(), validity.slice(start, rows));
    }

    @Override
    public @Nullable Object get(long row) {
        Objects.checkIndex(row, length());
        if (isNull(row)) {
            return null;
        }
        return type instanceof DataType.StringType ? string(row) : bytes(row);
    }

    @Override
    public void close() {
        closed = true;
        offsets.close();
        bytes.close();
        validity.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.column(type, offsets.length());
        }
    }
}
