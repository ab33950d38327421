package dev.sheaf.column;

import dev.sheaf.column.copy.Bits;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which rows of a column are null: one bit a row, least significant bit first, set for valid rows.
///
/// A column without nulls has no bitmap at all, so that loops test [#allValid()] once per batch and then forget
/// about nulls:
/// ```java
/// if (validity.allValid()) {
///     for (...) sum += values.get(...);
/// } else {
///     for (...) if (validity.isValid(row)) sum += values.get(...);
/// }
/// ```
/// Values under a null bit are undefined memory. Loops that walk many rows take whole words with [#word].
public final class Validity implements AutoCloseable {
    private final @Nullable Buffer bits;
    private final @Nullable Bits view;
    private final long bitOffset;
    private final long length;
    private final long nullCount;
    private boolean closed;

    private Validity(@Nullable Buffer bits, long bitOffset, long length, long nullCount) {
        this.bits = bits;
        this.view = bits == null ? null : Bits.of(bits.segment());
        this.bitOffset = bitOffset;
        this.length = length;
        this.nullCount = nullCount;
    }

    /// The validity of `length` rows without a null.
    public static Validity allValid(long length) {
        return new Validity(null, 0, length, 0);
    }

    /// The validity of `length` rows that are all null.
    public static Validity allNull(long length, MemoryPool pool) {
        return of(pool.allocateZeroed(byteSize(length), "validity"), length);
    }

    /// Takes over a bitmap whose bit 0 is row 0; closes it at once if every row is valid.
    public static Validity of(Buffer bits, long length) {
        return of(bits, 0, length);
    }

    /// Takes over a bitmap in which row 0 is bit `bitOffset`; closes it at once if every row is valid.
    public static Validity of(Buffer bits, long bitOffset, long length) {
        Validity counted = new Validity(bits, bitOffset, length, -1);
        long nulls = length - counted.countValid();
        if (nulls == 0) {
            bits.close();
            return allValid(length);
        }
        return new Validity(bits, bitOffset, length, nulls);
    }

    /// Bytes of a bitmap for `length` rows.
    public static long byteSize(long length) {
        return (length + 7) >>> 3;
    }

    /// Whether there is no null.
    public boolean allValid() {
        checkOpen();
        return view == null;
    }

    /// The number of null rows.
    public long nullCount() {
        checkOpen();
        return nullCount;
    }

    /// The number of rows.
    public long length() {
        return length;
    }

    /// Whether a row is not null.
    public boolean isValid(long row) {
        checkOpen();
        return view == null || view.get(bitOffset + row);
    }

    /// The bits of rows `row` to `row + 63`; bits of rows past the end are zero.
    public long word(long row) {
        checkOpen();
        long rows = length - row;
        long inside = rows >= Long.SIZE ? -1L : rows <= 0 ? 0 : (1L << rows) - 1;
        return view == null ? inside : view.word(bitOffset + row) & inside;
    }

    /// The bits of up to 64 rows whose numbers stand from `from` on, 0 for a negative number.
    long gather(int[] rows, int from, int size) {
        checkOpen();
        return view == null ? notNegative(rows, from, size) : view.gather(bitOffset, rows, from, size);
    }

    private static long notNegative(int[] rows, int from, int size) {
        long word = 0;
        for (int i = 0; i < size; i++) {
            word |= (~(long) rows[from + i] >>> 63) << i;
        }
        return word;
    }

    /// The bitmap, if there is one; bit [#bitOffset()] of it is row 0.
    public @Nullable Buffer buffer() {
        checkOpen();
        return bits;
    }

    /// The bit of [#buffer()] that is row 0.
    public long bitOffset() {
        return bitOffset;
    }

    /// The validity of some of the rows, to be closed on its own.
    public Validity slice(long start, long rows) {
        checkOpen();
        Objects.checkFromIndexSize(start, rows, length);
        if (bits != null && rows == length) {
            return new Validity(bits.retain(), bitOffset, length, nullCount);
        }
        return bits == null ? allValid(rows) : of(bits.retain(), bitOffset + start, rows);
    }

    /// Rows valid in both, as a new bitmap from `pool` (or none).
    ///
    /// @throws IllegalArgumentException if the other has more or fewer rows
    public Validity and(Validity other, MemoryPool pool) {
        if (other.length != length) {
            throw new IllegalArgumentException(
                    "validities of " + length + " and " + other.length + " rows cannot be combined");
        }
        if (other.allValid()) {
            return slice(0, length);
        }
        if (allValid()) {
            return other.slice(0, length);
        }
        Buffer both = pool.allocate(byteSize(length), "validity");
        Bits target = Bits.of(both.segment());
        for (long row = 0; row < length; row += Long.SIZE) {
            target.putWord(row >>> 6, word(row) & other.word(row));
        }
        return of(both, length);
    }

    /// The same but that rows `from` to `to - 1` are valid, or null; to be closed on its own, and this one
    /// is then out of date and only closed.
    ///
    /// The bits are changed where they lie if no other view sees them, else in a copy from `pool`. Cost:
    /// the rows changed, and the copy if there is one.
    public Validity with(long from, long to, boolean valid, MemoryPool pool) {
        checkOpen();
        java.util.Objects.checkFromToIndex(from, to, length);
        if ((bits == null && valid) || from == to) {
            return slice(0, length);
        }
        long validBefore = countValid(from, to);
        long nulls = valid ? nullCount - (to - from - validBefore) : nullCount + validBefore;
        boolean inPlace = bits != null && bits.owner().isWritable();
        Buffer target = bits != null && inPlace ? bits.retain() : copy(pool);
        long offset = inPlace ? bitOffset : 0;
        setBits(target.segment(), offset + from, offset + to, valid);
        if (nulls == 0) {
            target.close();
            return allValid(length);
        }
        return new Validity(target, offset, length, nulls);
    }

    private Buffer copy(MemoryPool pool) {
        Buffer copy = pool.allocate(byteSize(length), "validity");
        Bits target = Bits.of(copy.segment());
        for (long row = 0; row < length; row += Long.SIZE) {
            target.putWord(row >>> 6, word(row));
        }
        return copy;
    }

    private long countValid(long from, long to) {
        long valid = 0;
        for (long row = from; row < to; row += Long.SIZE) {
            long beyond = row + Long.SIZE - to;
            valid += Long.bitCount(beyond > 0 ? word(row) << beyond : word(row));
        }
        return valid;
    }

    /// Sets bits `from` to `to - 1` of a bitmap.
    public static void setBits(MemorySegment bits, long from, long to, boolean value) {
        long wholeFrom = Math.min(to, (from + 7) & -8L);
        long wholeTo = Math.max(wholeFrom, to & -8L);
        setOneByOne(bits, from, wholeFrom, value);
        bits.asSlice(wholeFrom >>> 3, (wholeTo - wholeFrom) >>> 3).fill((byte) (value ? -1 : 0));
        setOneByOne(bits, wholeTo, to, value);
    }

    private static void setOneByOne(MemorySegment bits, long from, long to, boolean value) {
        for (long bit = from; bit < to; bit++) {
            byte before = bits.get(ValueLayout.JAVA_BYTE, bit >>> 3);
            int mask = 1 << (bit & 7);
            bits.set(ValueLayout.JAVA_BYTE, bit >>> 3, (byte) (value ? before | mask : before & ~mask));
        }
    }

    @Override
    public void close() {
        closed = true;
        if (bits != null) {
            bits.close();
        }
    }

    private long countValid() {
        long whole = view != null && (bitOffset & 7) == 0 ? length & -Long.SIZE : 0;
        long valid = view == null ? 0 : view.count(bitOffset, whole);
        for (long row = whole; row < length; row += Long.SIZE) {
            valid += Long.bitCount(word(row));
        }
        return valid;
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.part("validity bits", length);
        }
    }
}
