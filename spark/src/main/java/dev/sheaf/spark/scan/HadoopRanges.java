package dev.sheaf.spark.scan;

import dev.sheaf.io.remote.http.Ranges;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;

/// Reads of a stream of Hadoop's by position. They go through an array, since not every file system reads into memory
/// outside the heap by position.
final class HadoopRanges implements Ranges {
    private static final int PIECE_BYTES = 1 << 22;

    private final FSDataInputStream stream;
    private final long byteSize;

    /// Takes over the stream.
    HadoopRanges(FSDataInputStream stream, long byteSize) {
        this.stream = stream;
        this.byteSize = byteSize;
    }

    @Override
    public long byteSize() {
        return byteSize;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        if (position >= byteSize) {
            return -1;
        }
        byte[] piece = new byte[(int) Math.min(byteSize - position, Math.min(target.remaining(), PIECE_BYTES))];
        stream.readFully(position, piece, 0, piece.length);
        target.put(piece);
        return piece.length;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
