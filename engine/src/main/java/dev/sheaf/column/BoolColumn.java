package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of bits: row `r` is bit `bitOffset + r` of the buffer, least significant bit first.
public final class BoolColumn implements Column {
    private final long length;
    private final Buffer bits;
    private final long bitOffset;
    private final Validity validity;
    private final MemorySegment segment;
    private boolean closed;

    /// Takes over bits whose bit 0 is row 0, and the validity.
    public BoolColumn(long length, Buffer bits, Validity validity) {
        this(length, bits, 0, validity);
    }

    /// Takes over bits whose bit `bitOffset` is row 0, and the validity.
    ///
    /// @throws IllegalArgumentException if there are fewer bits, or not a validity bit a row
    public BoolColumn(long length, Buffer bits, long bitOffset, Validity validity) {
        if (bits.byteSize() < Validity.byteSize(bitOffset + length) || validity.length() != length) {
            throw new IllegalArgumentException("a column of " + length + " bools does not fit " + bits.byteSize()
                    + " bytes from bit " + bitOffset + " and " + validity.length() + " validity bits");
        }
        this.length = length;
        this.bits = bits;
        this.bitOffset = bitOffset;
        this.validity = validity;
        this.segment = bits.segment();
    }

    @Override
    public DataType type() {
        return DataType.BOOL;
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

    /// The buffer of the bits.
    public Buffer bits() {
        checkOpen();
        return bits;
    }

    /// The bit of [#bits()] that is row 0.
    public long bitOffset() {
        return bitOffset;
    }

    /// The value of a row; undefined for null rows.
    public boolean isTrue(long row) {
        checkOpen();
        long bit = bitOffset + row;
        return (segment.get(ValueLayout.JAVA_BYTE, bit >>> 3) >>> (bit & 7) & 1) != 0;
    }

    /// The bits of rows `row` to `row + 63`; bits of null rows and of rows past the end are zero.
    public long trueWord(long row) {
        checkOpen();
        return Validity.bitsAt(segment, bitOffset + row) & validity.word(row);
    }

    /// The bits of rows `row` to `row + 63`; those of null rows and of rows past the end are undefined.
    long word(long row) {
        checkOpen();
        return Validity.bitsAt(segment, bitOffset + row);
    }

    /// Writes the bits of rows whose numbers are the first `count` ints of `rows`, 0 for a negative number, to
    /// `out` from its first bit on.
    void gather(MemorySegment rows, long count, MemorySegment out) {
        checkOpen();
        if (length > 0) {
            Validity.gather(segment, bitOffset, rows, count, out);
        }
    }

    @Override
    public BoolColumn slice(long start, long rows) {
        checkOpen();
        Objects.checkFromIndexSize(start, rows, length);
        return new BoolColumn(rows, bits.retain(), bitOffset + start, validity.slice(start, rows));
    }

    @Override
    public @Nullable Object get(long row) {
        Objects.checkIndex(row, length());
        return isNull(row) ? null : isTrue(row);
    }

    @Override
    public void close() {
        closed = true;
        bits.close();
        validity.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.column(DataType.BOOL, length);
        }
    }
}
