package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.FixedWidth;
import java.nio.ByteBuffer;

/// Entries of fixed width, which are converted already.
final class ManyEntries extends CodedValues {
    private final ByteBuffer dictionary;

    ManyEntries(CodeDecoder codes, ChunkDictionary.FixedEntries dictionary, int width) {
        super(codes, dictionary.entries(), FixedWidth.of(width));
        this.dictionary = dictionary.bytes();
    }

    @Override
    void put(int code, ByteBuffer target, int at) {
        int bytes = width().bytes();
        target.put(at, dictionary, code * bytes, bytes);
    }

    @Override
    void gather(int[] read, int count, ByteBuffer target, int at) {
        width().gather(read, count, dictionary, target, at);
    }

    @Override
    public int readSome(int most, ByteBuffer target, int at) {
        int[] scratch = codes.scratch();
        int done = 0;
        while (done < most && (done == 0 || codes.longRun(most - done) == 0)) {
            int some = codes.readSome(scratch, Math.min(CHUNK, most - done));
            Codes.check(scratch, some, entries);
            gather(scratch, some, target, at + done * width().bytes());
            done += some;
        }
        return done;
    }
}
