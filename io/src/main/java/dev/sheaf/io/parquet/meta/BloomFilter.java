package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.io.parquet.bytes.FileReads;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.zstd.XxHash64;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Optional;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/// The split-block Bloom filter of a column chunk: a set of values that may say that one is in it which is not.
///
/// A value's hash chooses a block of eight words by its upper half, and a bit of each word by its lower half. The value
/// is in no row unless all eight are set. It is read whole; one that does not fit the file, is of another kind, or has
/// more bytes than the chunk it is to spare is left aside.
///
/// Source: the specification of Parquet (BloomFilter.md).
public final class BloomFilter implements AutoCloseable {
    private static final String PURPOSE = "Parquet Bloom filter";
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int WORDS = 8;
    private static final int BLOCK_BYTES = WORDS * Integer.BYTES;

    /// More than a header takes.
    private static final int HEADER_BYTES = 64;

    /// Leaves the upper five bits of 32: the number of a bit of a word.
    private static final int BIT_SHIFT = 27;

    private static final int[] SALTS = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private final Leaf leaf;
    private final DataType type;
    private final Buffer blocks;
    private final long blockCount;

    private BloomFilter(Leaf leaf, DataType type, Buffer blocks, long blockCount) {
        this.leaf = leaf;
        this.type = type;
        this.blocks = blocks;
        this.blockCount = blockCount;
    }

    /// Whether the chunk of a column says that it has one.
    public static boolean isThere(RowGroupTask task, String column) {
        ColumnMetaData chunk = chunk(task, column);
        return chunk != null && chunk.isSetBloom_filter_offset();
    }

    private static @Nullable ColumnMetaData chunk(RowGroupTask task, String column) {
        ParquetFile file = task.file();
        Optional<Leaf> leaf = file.schema().contains(column) ? file.flatLeaf(column) : Optional.empty();
        return leaf.map(flat -> file.chunk(task.rowGroup(), flat)).orElse(null);
    }

    /// The filter of a flat column; empty if it has none that can be used.
    public static Optional<BloomFilter> read(RowGroupTask task, FileChannel channel, String column) {
        ColumnMetaData chunk = chunk(task, column);
        if (chunk == null || !chunk.isSetBloom_filter_offset()) {
            return Optional.empty();
        }
        ParquetFile file = task.file();
        long offset = chunk.getBloom_filter_offset();
        BloomFilterHeader header = new BloomFilterHeader();
        long start = offset + headerBytes(file, channel, offset, header);
        long size = header.getNumBytes();
        boolean fits = start > offset && size <= file.byteSize() - start && size <= chunk.getTotal_compressed_size();
        if (!fits || !isKnown(header)) {
            return Optional.empty();
        }
        Buffer blocks = MemoryPool.shared().allocate(size, PURPOSE);
        try {
            FileReads.read(channel, task.place().in("Bloom filter"), start, blocks.segment(), size);
        } catch (RuntimeException | Error failure) {
            blocks.close();
            throw failure;
        }
        Leaf leaf = file.flatLeaf(column).orElseThrow();
        return Optional.of(new BloomFilter(leaf, file.schema().type(column), blocks, size / BLOCK_BYTES));
    }

    /// Reads a header.
    ///
    /// @return how many bytes it has; 0 if there is none
    private static long headerBytes(ParquetFile file, FileChannel channel, long offset, BloomFilterHeader header) {
        long count = Math.min(HEADER_BYTES, file.byteSize() - offset);
        if (offset <= 0 || count <= 0) {
            return 0;
        }
        try (Buffer bytes = MemoryPool.shared().allocate(count, PURPOSE)) {
            FileReads.read(channel, file.place().in("Bloom filter"), offset, bytes.segment(), count);
            return new ThriftInput(bytes.segment(), count).read(header);
        } catch (MalformedPageException | ThriftInput.EndsEarly damaged) {
            return 0;
        }
    }

    private static boolean isKnown(BloomFilterHeader header) {
        BloomFilterAlgorithm algorithm = header.getAlgorithm();
        BloomFilterHash hash = header.getHash();
        BloomFilterCompression compression = header.getCompression();
        return header.getNumBytes() > 0
                && header.getNumBytes() % BLOCK_BYTES == 0
                && algorithm != null
                && algorithm.isSetBLOCK()
                && hash != null
                && hash.isSetXXHASH()
                && compression != null
                && compression.isSetUNCOMPRESSED();
    }

    /// Whether a row may have a value that is neither null nor NaN.
    public boolean mayHold(Object value) {
        return PlainBytes.of(leaf, type, value).map(this::mayHoldBytes).orElse(true);
    }

    private boolean mayHoldBytes(byte[] bytes) {
        long hash = XxHash64.hash(MemorySegment.ofArray(bytes), 0, bytes.length);
        long block = ((hash >>> Integer.SIZE) * blockCount) >>> Integer.SIZE;
        int key = (int) hash;
        for (int i = 0; i < WORDS; i++) {
            int word = blocks.segment().get(WORD, block * BLOCK_BYTES + (long) i * Integer.BYTES);
            if (((word >>> ((key * SALTS[i]) >>> BIT_SHIFT)) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        blocks.close();
    }
}
