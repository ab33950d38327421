package dev.sheaf.io.arrow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/// Bytes in their order, from a file, a channel or memory.
interface ByteReader extends AutoCloseable {

    /// Fills `target` and returns how many bytes there were: less than its size only at the end.
    ///
    /// @throws UncheckedIOException if reading fails
    long read(MemorySegment target);

    /// The bytes that are still to come, or `Long.MAX_VALUE` when that is not known.
    long remaining();

    @Override
    default void close() {}

    /// A channel, which stays the caller's.
    static ByteReader of(ReadableByteChannel channel) {
        return new ByteReader() {
            @Override
            public long read(MemorySegment target) {
                long done = 0;
                try {
                    while (done < target.byteSize()) {
                        long size = Math.min(target.byteSize() - done, 1 << 30);
                        ByteBuffer chunk = target.asSlice(done, size).asByteBuffer();
                        int count = channel.read(chunk);
                        if (count < 0) {
                            break;
                        }
                        done += count;
                    }
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
                return done;
            }

            @Override
            public long remaining() {
                try {
                    return channel instanceof FileChannel file ? file.size() - file.position() : Long.MAX_VALUE;
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        };
    }

    /// Bytes in memory, which has to stay open.
    static ByteReader of(MemorySegment bytes) {
        return new ByteReader() {
            private long position;

            @Override
            public long read(MemorySegment target) {
                long count = Math.min(target.byteSize(), remaining());
                MemorySegment.copy(bytes, position, target, 0, count);
                position += count;
                return count;
            }

            @Override
            public long remaining() {
                return bytes.byteSize() - position;
            }
        };
    }
}
