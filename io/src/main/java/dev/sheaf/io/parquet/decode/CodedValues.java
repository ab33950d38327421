package dev.sheaf.io.parquet.decode;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The values of a data page of dictionary codes: the entries that the codes stand for, or the codes themselves. Long
/// runs of one value are known before they are read, and can be written to more rows than they have values.
public sealed interface CodedValues extends FixedValues {

    /// How many of the next values, at most `most`, are one value, if those are many; else 0.
    ///
    /// @throws dev.sheaf.io.parquet.bytes.MalformedPageException if there are no more values
    int longRun(int most);

    /// Takes off `count` values, which [#longRun] told of, and writes their one value to `rows` rows.
    void readRun(int count, ByteBuffer target, int at, int rows);

    /// As [#read], of up to `most` values: stops at a long run, unless it begins with one. Returns how many it read.
    int readSome(int most, ByteBuffer target, int at);

    int width();

    @Override
    default void read(int count, ByteBuffer target, int at) {
        for (int done = 0; done < count; ) {
            done += readSome(count - done, target, at + done * width());
        }
    }

    /// Entries of fixed width, which are converted already.
    final class Entries implements CodedValues {
        private final CodeDecoder codes;
        private final ByteBuffer dictionary;
        private final int entries;
        private final int width;
        private final int[] scratch = new int[CHUNK];
        private final int @Nullable [] table;

        Entries(CodeDecoder codes, ByteBuffer dictionary, int entries, int width) {
            this.codes = codes;
            this.dictionary = dictionary;
            this.entries = entries;
            this.width = width;
            this.table = width == Integer.BYTES && codes.hasLanes(entries) ? table(dictionary, entries) : null;
        }

        private static int[] table(ByteBuffer dictionary, int entries) {
            int[] table = new int[1 << CodeLanes.MAX_BITS];
            dictionary.asIntBuffer().get(0, table, 0, entries);
            return table;
        }

        @Override
        public int width() {
            return width;
        }

        @Override
        public void skip(int count) {
            codes.skip(count);
        }

        @Override
        public int longRun(int most) {
            return codes.longRun(most);
        }

        @Override
        public void readRun(int count, ByteBuffer target, int at, int rows) {
            int code = codes.takeRun(count);
            Codes.check(code, entries);
            target.put(at, dictionary, code * width, width);
            Codes.repeat(target, at, rows, width);
        }

        @Override
        public int readSome(int most, ByteBuffer target, int at) {
            if (table != null) {
                return codes.gather(table, entries, target, at, most);
            }
            int done = 0;
            while (done < most && (done == 0 || codes.longRun(most - done) == 0)) {
                int some = codes.readSome(scratch, Math.min(CHUNK, most - done));
                Codes.check(scratch, some, entries);
                Codes.gather(scratch, some, dictionary, target, at + done * width, width);
                done += some;
            }
            return done;
        }
    }

    /// The codes themselves, as int32.
    record Numbers(CodeDecoder codes, int entries) implements CodedValues {
        @Override
        public int width() {
            return Integer.BYTES;
        }

        @Override
        public void skip(int count) {
            codes.skip(count);
        }

        @Override
        public int longRun(int most) {
            return codes.longRun(most);
        }

        @Override
        public void readRun(int count, ByteBuffer target, int at, int rows) {
            int code = codes.takeRun(count);
            Codes.check(code, entries);
            target.putInt(at, code);
            Codes.repeat(target, at, rows, Integer.BYTES);
        }

        @Override
        public int readSome(int most, ByteBuffer target, int at) {
            return codes.readCodes(entries, target, at, most);
        }
    }
}
