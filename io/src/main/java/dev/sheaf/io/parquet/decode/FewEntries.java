package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.FixedWidth;
import java.nio.ByteBuffer;

/// Entries of 4 bytes from a dictionary of at most 128, which is looked up in an array.
final class FewEntries extends CodedValues {
    private final int[] table = new int[1 << CodeLanes.MAX_BITS];

    FewEntries(CodeDecoder codes, ChunkDictionary.FixedEntries dictionary) {
        super(codes, dictionary.entries(), FixedWidth.of(Integer.BYTES));
        dictionary.bytes().asIntBuffer().get(0, table, 0, entries);
    }

    @Override
    void put(int code, ByteBuffer target, int at) {
        target.putInt(at, table[code]);
    }

    @Override
    void gather(int[] read, int count, ByteBuffer target, int at) {
        Codes.look(read, count, table, target, at);
    }

    @Override
    public int readSome(int most, ByteBuffer target, int at) {
        return codes.gather(table, entries, target, at, most);
    }
}
