package dev.sheaf.groupby.cuda.device;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.Stream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The one structure that a kernel takes by value, written member by member with the padding that C++ puts between.
///
/// It is made on the heap, since writing to native memory member by member is what takes longest of a query that the
/// JVM has not compiled yet, and copied at once to memory of the stream: the next one for the same stream takes its
/// place.
public final class KernelStruct {
    private static final int FIRST_WORDS = 96;

    private final MemorySegment target;
    private long[] words = new long[FIRST_WORDS];
    private int end;

    public KernelStruct(Stream stream) {
        this(stream.structure());
    }

    /// That is copied to `target`.
    public KernelStruct(MemorySegment target) {
        this.target = target;
    }

    /// A 64-bit number or an address.
    public KernelStruct add(long value) {
        int word = (end + Long.BYTES - 1) >>> 3;
        reserve(word);
        words[word] = value;
        end = (word + 1) << 3;
        return this;
    }

    /// Two of them.
    public KernelStruct add(long first, long second) {
        int word = (end + Long.BYTES - 1) >>> 3;
        reserve(word + 1);
        words[word] = first;
        words[word + 1] = second;
        end = (word + 2) << 3;
        return this;
    }

    /// Four of them.
    public KernelStruct add(long first, long second, long third, long fourth) {
        int word = (end + Long.BYTES - 1) >>> 3;
        reserve(word + 3);
        words[word] = first;
        words[word + 1] = second;
        words[word + 2] = third;
        words[word + 3] = fourth;
        end = (word + 4) << 3;
        return this;
    }

    /// A 32-bit number.
    public KernelStruct add(int value) {
        int at = (end + Integer.BYTES - 1) & -Integer.BYTES;
        reserve(at >>> 3);
        words[at >>> 3] |= Integer.toUnsignedLong(value) << ((at & Integer.BYTES) << 3);
        end = at + Integer.BYTES;
        return this;
    }

    /// Bytes as they are.
    public KernelStruct add(byte[] values) {
        reserve((end + values.length) >>> 3);
        for (byte value : values) {
            words[end >>> 3] |= (value & 0xffL) << ((end & 7) << 3);
            end++;
        }
        return this;
    }

    /// All 64-bit numbers; one 0 if there are none, since C++ has no empty arrays.
    public KernelStruct addAll(long... values) {
        return values.length == 0 ? add(0L) : addWords(values);
    }

    /// A member that is a structure, as [#words()] has it.
    public KernelStruct addWords(long[] values) {
        int word = (end + Long.BYTES - 1) >>> 3;
        reserve(word + values.length);
        System.arraycopy(values, 0, words, word, values.length);
        end = (word + values.length) << 3;
        return this;
    }

    /// So many 64-bit zeros.
    public KernelStruct addZeros(int count) {
        int word = (end + Long.BYTES - 1) >>> 3;
        reserve(word + count);
        end = (word + count) << 3;
        return this;
    }

    /// How many bytes have been written.
    public int byteSize() {
        return end;
    }

    /// Takes back what has been written behind so many bytes, for a launch that is told the rest anew.
    public KernelStruct cut(int byteSize) {
        int word = byteSize >>> 3;
        long left = (1L << ((byteSize & 7) << 3)) - 1;
        reserve(end >>> 3);
        Arrays.fill(words, word + 1, (end >>> 3) + 1, 0);
        words[word] &= left;
        end = byteSize;
        return this;
    }

    private void reserve(int word) {
        if (word >= words.length) {
            words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
        }
    }

    /// What has been written.
    public long[] words() {
        return Arrays.copyOf(words, (end + Long.BYTES - 1) >>> 3);
    }

    /// Memory that begins with what has been written, where a launch reads it.
    public MemorySegment segment() {
        MemorySegment.copy(words, 0, target, JAVA_LONG, 0, (end + Long.BYTES - 1) >>> 3);
        return target;
    }
}
