package dev.sheaf.io.arrow;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;

/// The parts of a record batch of a stream or file: views on its body.
final class IpcParts implements BatchParts {
    private final RecordBatch batch;
    private final Buffer body;
    private final MemoryPool pool;
    private int nextNode;
    private int nextBuffer;

    IpcParts(RecordBatch batch, Buffer body, MemoryPool pool) {
        if (batch.compression() != null) {
            throw new IllegalArgumentException("its batches are compressed; write it without compression");
        }
        this.batch = batch;
        this.body = body;
        this.pool = pool;
    }

    @Override
    public long rows() {
        return batch.length();
    }

    @Override
    public long byteSize() {
        return body.byteSize();
    }

    @Override
    public Node node() {
        if (nextNode >= batch.nodesLength()) {
            throw new IllegalArgumentException("the batch has too few columns");
        }
        FieldNode node = batch.nodes(nextNode++);
        return new Node(node.length(), node.nullCount());
    }

    @Override
    public boolean nextIsEmpty() {
        return nextBuffer < batch.buffersLength() && batch.buffers(nextBuffer).length() == 0;
    }

    /// A view on the body; a copy if it does not lie on a multiple of eight bytes.
    @Override
    public Buffer take(long bytes) {
        if (nextBuffer >= batch.buffersLength()) {
            throw new IllegalArgumentException("the batch has too few buffers");
        }
        org.apache.arrow.flatbuf.Buffer range = batch.buffers(nextBuffer++);
        long offset = range.offset();
        boolean inside = offset >= 0 && bytes <= range.length() && offset <= body.byteSize() - bytes;
        if (!inside) {
            throw new IllegalArgumentException("a buffer of " + range.length() + " bytes at " + offset
                    + " does not hold the " + bytes + " bytes of its column in a body of " + body.byteSize());
        }
        if (offset % Long.BYTES == 0) {
            return body.slice(offset, bytes);
        }
        Buffer aligned = pool.allocate(bytes, ColumnDecoder.PURPOSE);
        MemorySegment.copy(body.segment(), offset, aligned.segment(), 0, bytes);
        return aligned;
    }

    @Override
    public void skip() {
        nextBuffer++;
    }
}
