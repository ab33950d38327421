package dev.sheaf.spark.task;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.io.arrow.PartialStates;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/// Partial states as they travel through Spark's exchange: the bytes of [PartialStates], [split][ByteStreamSplit] and
/// compressed by Zstandard. Spark's own LZ4 finds hardly anything in the offsets of texts, since no two are equal.
final class StateBytes {
    private static final Path NAME = Path.of("state-of-the-exchange");
    /// The fastest of the usual levels but one, which takes a tenth off the states of numbers for little time.
    private static final int LEVEL = 2;

    /// More than a stream has beside the values: its schema, lengths and the bits of nulls.
    private static final int HEAD_BYTES = 1 << 14;

    private StateBytes() {}

    static byte[] of(PartialState state, QueryContext context) {
        GrowingBytes stream = new GrowingBytes(Math.toIntExact(state.table().byteSize() + HEAD_BYTES));
        PartialStates.write(state, stream, context);
        byte[] split = stream.withRoom(ByteStreamSplit.flags(stream.size()));
        return compressed(split, ByteStreamSplit.split(split, stream.size()));
    }

    private static byte[] compressed(byte[] plain, int size) {
        byte[] compressed = new byte[Math.toIntExact(Zstd.compressBound(size))];
        long length = Zstd.compressByteArray(compressed, 0, compressed.length, plain, 0, size, LEVEL);
        if (Zstd.isError(length)) {
            throw new IllegalStateException("states cannot be compressed: " + Zstd.getErrorName(length));
        }
        return Arrays.copyOf(compressed, (int) length);
    }

    /// Hands out the state that the bytes are of; it is closed when the consumer returns.
    static void read(byte[] bytes, GroupByRequest request, QueryContext context, Consumer<PartialState> consumer) {
        long size = Zstd.getFrameContentSize(bytes);
        if (size <= 0) {
            throw new CorruptFileException(NAME, "", "it does not say how long it is");
        }
        try (Buffer plain = context.pool().allocate(size, "state of the exchange")) {
            MemorySegment segment = plain.segment().asSlice(0, size);
            decompress(bytes, segment);
            MemorySegment stream = segment.asSlice(0, ByteStreamSplit.join(segment));
            try (PartialState state = PartialStates.read(stream, NAME, request, context)) {
                consumer.accept(state);
            }
        }
    }

    private static void decompress(byte[] bytes, MemorySegment to) {
        long size;
        try (ZstdDecompressCtx zstd = new ZstdDecompressCtx()) {
            size = zstd.decompressByteArrayToDirectByteBuffer(
                    to.asByteBuffer(), 0, Math.toIntExact(to.byteSize()), bytes, 0, bytes.length);
        } catch (ZstdException damaged) {
            throw new CorruptFileException(NAME, "", "it cannot be decompressed", damaged);
        }
        if (size != to.byteSize()) {
            throw new CorruptFileException(NAME, "", "it is shorter than it says");
        }
    }
}
