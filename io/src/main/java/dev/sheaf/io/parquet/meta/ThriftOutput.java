package dev.sheaf.io.parquet.meta;

import dev.sheaf.io.parquet.bytes.ByteOutput;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TMemoryBuffer;

/// Encodes Thrift structures.
public final class ThriftOutput {
    private static final int FIRST_BYTES = 1 << 8;

    private ThriftOutput() {}

    /// Appends a structure and returns its size.
    public static int write(TBase<?, ?> structure, ByteOutput output) {
        try {
            TMemoryBuffer memory = new TMemoryBuffer(FIRST_BYTES);
            structure.write(new TCompactProtocol(memory));
            output.write(memory.getArray(), memory.length());
            return memory.length();
        } catch (TException incomplete) {
            throw new IllegalStateException(incomplete);
        }
    }
}
