package dev.sheaf.column;

import dev.sheaf.column.copy.Bits;
import dev.sheaf.memory.Buffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of bits: row `r` is bit `bitOffset + r` of the buffer, least significant bit first.
public final class BoolColumn implements Column {
    private final long length;
    private final Buffer bits;
    private final long bitOffset;
    private final Validity validity;
    private final Bits view;
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
        this.view = Bits.of(bits.segment());
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
        return view.get(bitOffset + row);
    }

    /// The bits of rows `row` to `row + 63`; bits of null rows and of rows past the end are zero.
    public long trueWord(long row) {
        checkOpen();
        return view.word(bitOffset + row) & validity.word(row);
    }

    /// The bits of rows `row` to `row + 63`; those of null rows and of rows past the end are undefined.
    long word(long row) {
        checkOpen();
        return view.word(bitOffset + row);
    }

    /// The bits of up to 64 rows whose numbers stand from `from` on, 0 for a negative number.
    long gather(int[] rows, int from, int size) {
        checkOpen();
        return length == 0 ? 0 : view.gather(bitOffset, rows, from, size);
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
