package dev.sheaf.io.arrow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32C;

/// Passes bytes on to another channel and takes their number and checksum.
final class ChecksumChannel implements WritableByteChannel {
    private final WritableByteChannel target;
    private final CRC32C checksum = new CRC32C();
    private long length;

    ChecksumChannel(WritableByteChannel target) {
        this.target = target;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        ByteBuffer seen = bytes.duplicate();
        int count = target.write(bytes);
        seen.limit(seen.position() + count);
        checksum.update(seen);
        length += count;
        return count;
    }

    /// The checksum of all bytes so far.
    int checksum() {
        return (int) checksum.getValue();
    }

    /// The number of bytes so far.
    long length() {
        return length;
    }

    @Override
    public boolean isOpen() {
        return target.isOpen();
    }

    /// Leaves the target open: it is the caller's.
    @Override
    public void close() {}
}
