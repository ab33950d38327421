package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.FixedWidth;
import java.nio.ByteBuffer;

/// Codes themselves, as int32.
public final class CodeNumbers extends CodedValues {
    public CodeNumbers(CodeDecoder codes, int entries) {
        super(codes, entries, FixedWidth.of(Integer.BYTES));
    }

    @Override
    void put(int code, ByteBuffer target, int at) {
        target.putInt(at, code);
    }

    @Override
    void gather(int[] read, int count, ByteBuffer target, int at) {
        Codes.put(read, count, target, at);
    }

    @Override
    public int readSome(int most, ByteBuffer target, int at) {
        return codes.readCodes(entries, target, at, most);
    }
}
