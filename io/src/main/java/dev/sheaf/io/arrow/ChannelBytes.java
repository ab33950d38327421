package dev.sheaf.io.arrow;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ReadableByteChannel;

/// All bytes of a channel in memory of a pool.
final class ChannelBytes {
    private static final String PURPOSE = "partial states";
    private static final long FIRST_BYTES = 64 << 10;

    private ChannelBytes() {}

    /// Reads to the end; grows with what has come, never by what is claimed. To be closed by the caller.
    static Buffer readAll(ReadableByteChannel channel, MemoryPool pool) {
        ByteReader reader = ByteReader.of(channel);
        Buffer bytes = pool.allocate(FIRST_BYTES, PURPOSE);
        long size = 0;
        try {
            while (true) {
                size += reader.read(bytes.segment().asSlice(size, bytes.byteSize() - size));
                if (size < bytes.byteSize()) {
                    try (Buffer whole = bytes) {
                        return whole.slice(0, size);
                    }
                }
                Buffer larger = pool.allocate(2 * bytes.byteSize(), PURPOSE);
                MemorySegment.copy(bytes.segment(), 0, larger.segment(), 0, size);
                bytes.close();
                bytes = larger;
            }
        } catch (RuntimeException | Error failure) {
            bytes.close();
            throw failure;
        }
    }
}
