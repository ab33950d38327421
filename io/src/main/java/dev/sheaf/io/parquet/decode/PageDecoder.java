package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.MemoryPool;
import java.nio.ByteBuffer;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/// Finds the levels and values in the decompressed bytes of a page, and the decoder for their encoding.
final class PageDecoder implements AutoCloseable {
    private final Leaf leaf;
    private final DataType type;
    private final @Nullable FixedConversion conversion;
    private final PageScratch scratch;
    private final PageScratch uuids;

    PageDecoder(Leaf leaf, DataType type, MemoryPool pool) {
        this.scratch = new PageScratch(pool);
        this.uuids = new PageScratch(pool);
        this.leaf = leaf;
        this.type = type;
        boolean converts = type.layout().isFixedWidth() && leaf.physical() != Type.BYTE_ARRAY;
        this.conversion = converts ? FixedConversion.of(leaf, type) : null;
    }

    /// A page of version 1: repetition levels, definition levels, values.
    DataPage page(PageHeader header, ByteBuffer data, int start, int end, @Nullable ChunkDictionary dictionary) {
        int position = start;
        LevelDecoder repetition = null;
        LevelDecoder definition = null;
        if (leaf.maxRepetition() > 0) {
            int bytes = levelBytes(header.repetitionEncoding(), data, position, end);
            repetition = levels(data, position + Integer.BYTES, bytes, leaf.maxRepetition());
            position += Integer.BYTES + bytes;
        }
        if (leaf.maxDefinition() > 0) {
            int bytes = levelBytes(header.definitionEncoding(), data, position, end);
            definition = levels(data, position + Integer.BYTES, bytes, leaf.maxDefinition());
            position += Integer.BYTES + bytes;
        }
        PageValues values = values(header.encoding(), data, position, end, dictionary);
        return new DataPage(header.values(), repetition, definition, values, 1);
    }

    /// A page of version 2: the levels lie apart, their sizes in the header.
    DataPage pageV2(
            PageHeader header,
            ByteBuffer levels,
            int levelStart,
            ByteBuffer data,
            int start,
            int end,
            @Nullable ChunkDictionary dictionary) {
        int repetitionBytes = header.repetitionBytes();
        int definitionBytes = header.definitionBytes();
        return new DataPage(
                header.values(),
                leaf.maxRepetition() > 0 ? levels(levels, levelStart, repetitionBytes, leaf.maxRepetition()) : null,
                leaf.maxDefinition() > 0
                        ? levels(levels, levelStart + repetitionBytes, definitionBytes, leaf.maxDefinition())
                        : null,
                values(header.encoding(), data, start, end, dictionary),
                2);
    }

    private static int levelBytes(Encoding encoding, ByteBuffer data, int position, int end) {
        if (encoding != Encoding.RLE) {
            throw new MalformedPageException("levels in " + encoding + " encoding");
        }
        int bytes = end - position < Integer.BYTES ? -1 : data.getInt(position);
        if (bytes < 0 || bytes > end - position - Integer.BYTES) {
            throw new MalformedPageException("levels of " + bytes + " bytes in a page of " + (end - position));
        }
        return bytes;
    }

    private static LevelDecoder levels(ByteBuffer data, int start, int bytes, int max) {
        return new LevelDecoder(data, start, start + bytes, Integer.SIZE - Integer.numberOfLeadingZeros(max));
    }

    private PageValues values(
            Encoding encoding, ByteBuffer data, int start, int end, @Nullable ChunkDictionary dictionary) {
        if (encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY) {
            return coded(data, start, end, dictionary);
        }
        Encoding read = start == end ? Encoding.PLAIN : encoding; // a page of nulls may leave out even a header
        return switch (type.layout()) {
            case BIT -> bools(read, data, start, end);
            case VARIABLE -> text(read, data, start, end);
            default -> fixed(read, data, start, end);
        };
    }

    private PageValues coded(ByteBuffer data, int start, int end, @Nullable ChunkDictionary dictionary) {
        if (dictionary == null) {
            throw new MalformedPageException("codes without a dictionary");
        }
        if (start == end) {
            return coded(new CodeDecoder(data, start, end, 1), dictionary);
        }
        int bitWidth = data.get(start);
        return coded(new CodeDecoder(data, start + 1, end, bitWidth), dictionary);
    }

    private PageValues coded(CodeDecoder codes, ChunkDictionary dictionary) {
        return switch (dictionary) {
            case ChunkDictionary.FixedEntries fixed ->
                type.layout().byteWidth() == Integer.BYTES && codes.hasLanes(fixed.entries())
                        ? new FewEntries(codes, fixed)
                        : new ManyEntries(codes, fixed, type.layout().byteWidth());
            case ChunkDictionary.TextEntries _ -> new PageValues.TextCodes(codes);
        };
    }

    private PageValues bools(Encoding encoding, ByteBuffer data, int start, int end) {
        return switch (encoding) {
            case PLAIN -> new PageValues.PackedBools(data, start, end);
            case RLE -> {
                int bytes = levelBytes(Encoding.RLE, data, start, end);
                int first = start + Integer.BYTES;
                yield new PageValues.RunBools(new LevelDecoder(data, first, first + bytes, 1));
            }
            default -> throw wrongEncoding(encoding);
        };
    }

    private FixedValues fixed(Encoding encoding, ByteBuffer data, int start, int end) {
        if (conversion == null) {
            return new FixedValues.FromText(text(encoding, data, start, end), (DataType.DecimalType) type);
        }
        return switch (encoding) {
            case PLAIN -> new FixedValues.Plain(conversion, data, start, end);
            case BYTE_STREAM_SPLIT -> new FixedValues.Split(conversion, data, start, end, scratch);
            case DELTA_BINARY_PACKED ->
                switch (leaf.physical()) {
                    case INT32, INT64 -> new FixedValues.Delta(conversion, new DeltaDecoder(data, start, end), scratch);
                    default -> throw wrongEncoding(encoding);
                };
            case DELTA_BYTE_ARRAY ->
                switch (leaf.physical()) {
                    case FIXED_LEN_BYTE_ARRAY ->
                        new FixedValues.Wrapped(conversion, prefixed(data, start, end, PrefixedTexts.ANY_WIDTH));
                    default -> throw wrongEncoding(encoding);
                };
            default -> throw wrongEncoding(encoding);
        };
    }

    private TextValues text(Encoding encoding, ByteBuffer data, int start, int end) {
        boolean fixed = leaf.physical() == Type.FIXED_LEN_BYTE_ARRAY;
        TextValues values = fixed ? fixedText(encoding, data, start, end) : variableText(encoding, data, start, end);
        return fixed && type.equals(DataType.STRING) ? new UuidTexts(values, uuids) : values;
    }

    private TextValues fixedText(Encoding encoding, ByteBuffer data, int start, int end) {
        return switch (encoding) {
            case PLAIN -> new TextsOfWidth(data, start, end, leaf.width());
            case BYTE_STREAM_SPLIT -> new SplitTexts(data, start, end, leaf.width(), scratch);
            case DELTA_BYTE_ARRAY -> prefixed(data, start, end, leaf.width());
            default -> throw wrongEncoding(encoding);
        };
    }

    private TextValues variableText(Encoding encoding, ByteBuffer data, int start, int end) {
        return switch (encoding) {
            case PLAIN -> new PlainTexts(data, start, end);
            case DELTA_LENGTH_BYTE_ARRAY -> new LengthTexts(data, start, end);
            case DELTA_BYTE_ARRAY -> prefixed(data, start, end, PrefixedTexts.ANY_WIDTH);
            default -> throw wrongEncoding(encoding);
        };
    }

    private TextValues prefixed(ByteBuffer data, int start, int end, int width) {
        return new PrefixedTexts(data, start, end, width, scratch);
    }

    private MalformedPageException wrongEncoding(Encoding encoding) {
        return new MalformedPageException("a page of " + leaf.physical() + " in " + encoding + " encoding");
    }

    /// Decodes a dictionary page, which is in plain encoding.
    ChunkDictionary dictionary(int count, ByteBuffer data, int start, int end, MemoryPool pool) {
        if (count > end - start) {
            throw new MalformedPageException("a dictionary of " + count + " values in " + (end - start) + " bytes");
        }
        if (type.layout() == Layout.VARIABLE) {
            return ChunkDictionary.ofText(text(Encoding.PLAIN, data, start, end), count, type, leaf.anyBytes(), pool);
        }
        if (type.layout() == Layout.BIT) {
            throw new MalformedPageException("a dictionary of bools");
        }
        return ChunkDictionary.ofFixed(fixed(Encoding.PLAIN, data, start, end), count, type, pool);
    }

    @Override
    public void close() {
        scratch.close();
        uuids.close();
    }
}
