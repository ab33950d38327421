package dev.sheaf.spark.task;

import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

/// A channel into an array, which holds more bytes than were written and is not copied when they are read.
final class GrowingBytes implements WritableByteChannel {
    private byte[] bytes;
    private int size;

    /// @param expected how many bytes are probably written
    GrowingBytes(int expected) {
        bytes = new byte[expected];
    }

    @Override
    public int write(ByteBuffer more) {
        int count = more.remaining();
        more.get(withRoom(count), size, count);
        size += count;
        return count;
    }

    /// The array, with so much room behind the bytes that were written.
    byte[] withRoom(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(Integer.MAX_VALUE, 2L * bytes.length)));
        }
        return bytes;
    }

    int size() {
        return size;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
