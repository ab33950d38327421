package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.FixedWidth;
import java.nio.ByteBuffer;

/// The values of a data page of dictionary codes: the entries that the codes stand for, or the codes themselves. Long
/// runs of one value are known before they are read, and can be written to more rows than they have values.
public abstract sealed class CodedValues implements FixedValues permits ManyEntries, FewEntries, CodeNumbers {
    final CodeDecoder codes;
    final int entries;
    private final FixedWidth width;

    CodedValues(CodeDecoder codes, int entries, FixedWidth width) {
        this.codes = codes;
        this.entries = entries;
        this.width = width;
    }

    /// How many of the next values, at most `most`, are one value, if those are many; else 0.
    ///
    /// @throws dev.sheaf.io.parquet.bytes.MalformedPageException if there are no more values
    public final int longRun(int most) {
        return codes.longRun(most);
    }

    /// Takes off `count` values, which [#longRun] told of, and writes their one value to `rows` rows.
    public final void readRun(int count, ByteBuffer target, int at, int rows) {
        int code = codes.takeRun(count);
        Codes.check(code, entries);
        put(code, target, at);
        Codes.repeat(target, at, rows, width.bytes());
    }

    /// Writes the value of one code.
    abstract void put(int code, ByteBuffer target, int at);

    /// As [#read], of up to `most` values: stops at a long run, unless it begins with one. Returns how many it read.
    public abstract int readSome(int most, ByteBuffer target, int at);

    /// Writes the value of each of `count` codes, which are checked.
    abstract void gather(int[] read, int count, ByteBuffer target, int at);

    /// Writes the next `valid` values, at least one, to the rows of set bits among the `rows`, at most [#CHUNK], from
    /// bit `row` of `bits` on. The first row lies at byte `at` of the target.
    ///
    /// @throws dev.sheaf.io.parquet.bytes.MalformedPageException if there are not as many
    public final void readSpread(ByteBuffer bits, int row, int rows, int valid, ByteBuffer target, int at) {
        int[] read = codes.readSpread(bits, row, rows, valid);
        Codes.check(read, rows, entries);
        gather(read, rows, target, at);
    }

    public final FixedWidth width() {
        return width;
    }

    @Override
    public final void skip(int count) {
        codes.skip(count);
    }

    @Override
    public final void read(int count, ByteBuffer target, int at) {
        for (int done = 0; done < count; ) {
            done += readSome(count - done, target, at + done * width.bytes());
        }
    }
}
