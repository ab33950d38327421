package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.testing.PoolCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.LogicalTypes;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Files whose headers claim what their bytes do not hold end in an error, at once and with little memory.
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFileTest {
    private static final long POOL_BYTES = 16 << 20;
    private static final int HUGE = Integer.MAX_VALUE;

    @TempDir
    Path folder;

    private static byte[] ints(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(buffer::putInt);
        return buffer.array();
    }

    private static HandmadeFile plainInts() {
        return new HandmadeFile(Type.INT32, CompressionCodec.UNCOMPRESSED);
    }

    private void assertFails(HandmadeFile made, Class<? extends RuntimeException> type, String message)
            throws IOException {
        Path file = made.write(folder.resolve("hostile.parquet"));
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES)) {
            assertThatThrownBy(() -> ParquetFiles.read(file, ParquetFiles.context(pool)))
                    .isInstanceOf(type)
                    .hasMessageContaining(message);
            PoolCheck.assertEmpty(pool);
        }
    }

    private void assertCorrupt(HandmadeFile made, String message) throws IOException {
        assertFails(made, CorruptFileException.class, message);
    }

    @Test
    void theFilesAreReadWhereTheirHeadersAreTrue() throws IOException {
        Path file = plainInts()
                .rows(3)
                .data(2, Encoding.PLAIN, 8, ints(5, 6))
                .data(1, Encoding.PLAIN, 4, ints(7))
                .write(folder.resolve("true.parquet"));
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES);
                Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.ints("c")).containsExactly(5, 6, 7);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    void aPageThatClaimsTwoGigabytesIsRefused(CompressionCodec codec) throws IOException {
        byte[] stored = codec == CompressionCodec.ZSTD ? Zstd.compress(ints(1, 2)) : ints(1, 2);
        assertCorrupt(
                new HandmadeFile(Type.INT32, codec).rows(2).data(2, Encoding.PLAIN, HUGE, stored),
                "cannot be " + HUGE + " bytes");
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"GZIP", "ZSTD"})
    void aPageThatBecomesAGigabyteIsTooMuchForTheLimit(CompressionCodec codec) throws IOException {
        int size = 1 << 30;
        assertFails(
                new HandmadeFile(Type.INT32, codec)
                        .rows(size / 4)
                        .data(size / 4, Encoding.PLAIN, size, zeros(codec, size)),
                MemoryLimitException.class,
                "Parquet page");
    }

    /// A page of zeros: a few kilobytes by zstd, a megabyte by gzip.
    private static byte[] zeros(CompressionCodec codec, int size) throws IOException {
        byte[] piece = new byte[1 << 17];
        if (codec == CompressionCodec.ZSTD) {
            byte[] frame;
            try (ZstdCompressCtx context = new ZstdCompressCtx()) {
                frame = context.setContentSize(false).compress(piece);
            }
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            for (int i = 0; i < size / piece.length; i++) {
                frames.write(frame);
            }
            return frames.toByteArray();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < size / piece.length; i++) {
                gzip.write(piece);
            }
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"LZO", "LZ4"})
    void codecsThatAreNotSupportedAreNamed(CompressionCodec codec) throws IOException {
        assertFails(
                new HandmadeFile(Type.INT32, codec).rows(1).data(1, Encoding.PLAIN, 4, ints(1)),
                IllegalArgumentException.class,
                "compression " + codec + " is not supported; write the file with SNAPPY, ZSTD, GZIP, LZ4_RAW or none");
    }

    @Test
    void rowsThatAreNotThereAreMissed() throws IOException {
        assertCorrupt(
                plainInts().rows(1L << 40).data(2, Encoding.PLAIN, 8, ints(1, 2)),
                "the chunk ends before the last row of the row group");
        assertCorrupt(
                plainInts().rows(HUGE).data(HUGE, Encoding.PLAIN, 8, ints(1, 2)),
                "a page ends before the last value that it declares");
        assertCorrupt(plainInts().rows(1).data(2, Encoding.PLAIN, 8, ints(1, 2)), "more than the 1 values");
        assertCorrupt(plainInts().rows(-1).data(2, Encoding.PLAIN, 8, ints(1, 2)), "a row count of -1");
        assertCorrupt(
                plainInts().rows(2).data(2, Encoding.PLAIN, 8, ints(1, 2)).footer(footer -> footer.setNum_rows(3)),
                "the row groups have 2 rows, the file 3");
    }

    @Test
    void dictionariesOfMoreEntriesThanBytesAreRefused() throws IOException {
        assertCorrupt(
                plainInts().rows(2).dictionary(HUGE, 4, ints(9)).data(2, Encoding.RLE_DICTIONARY, 2, (byte) 0),
                "a dictionary of " + HUGE + " values in 4 bytes");
        assertCorrupt(
                new HandmadeFile(Type.BYTE_ARRAY, CompressionCodec.UNCOMPRESSED)
                        .rows(2)
                        .dictionary(1, 4, ints(HUGE))
                        .data(2, Encoding.RLE_DICTIONARY, 1, (byte) 0),
                "a value of " + HUGE + " bytes");
    }

    @Test
    void codesOutsideTheDictionaryAreRefused() throws IOException {
        assertCorrupt(
                plainInts().rows(3).dictionary(1, 4, ints(9)).data(3, Encoding.RLE_DICTIONARY, 3, new byte[] {8, 6, 1}),
                "a code of 1 into a dictionary of 1 values");
        assertCorrupt(
                plainInts().rows(1).dictionary(1, 4, ints(9)).data(1, Encoding.RLE_DICTIONARY, 1, (byte) 33),
                "numbers of 33 bits");
        assertCorrupt(plainInts().rows(1).data(1, Encoding.RLE_DICTIONARY, 1, (byte) 0), "codes without a dictionary");
    }

    @Test
    void pagesOfNothingDoNotGoOnForever() throws IOException {
        HandmadeFile made = plainInts().rows(1);
        for (int i = 0; i < 20_000; i++) {
            made.data(0, Encoding.PLAIN, 0);
        }
        assertCorrupt(made, "the chunk ends before the last row of the row group");
    }

    /// A view has 8 bytes less than a size of a page can say, and decoders read 8 behind a page.
    @Test
    void pagesOfMoreBytesThanAViewHasAreRefused() throws IOException {
        for (int size : new int[] {HUGE - 15, HUGE}) {
            PageHeader header = new PageHeader(PageType.DATA_PAGE, 8, size);
            header.setData_page_header(new DataPageHeader(2, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
            assertCorrupt(
                    new HandmadeFile(Type.INT32, CompressionCodec.SNAPPY)
                            .rows(2)
                            .page(header, ints(1, 2)),
                    "a page of " + size + " bytes, more than");
        }
    }

    @Test
    void headersThatDoNotEndAreRefused() throws IOException {
        byte[] nested = new byte[100_000];
        Arrays.fill(nested, (byte) 0x1C); // field after field that is a structure
        PageHeader header = new PageHeader(PageType.DATA_PAGE, 4, 4);
        assertCorrupt(plainInts().rows(1).page(header, ints(1)), "a data page without a header of its own");
        byte[] bytes = concat(
                "PAR1".getBytes(StandardCharsets.US_ASCII),
                nested,
                ints(nested.length),
                "PAR1".getBytes(StandardCharsets.US_ASCII));
        Path file = Files.write(folder.resolve("nested.parquet"), bytes);
        assertThatThrownBy(() -> ParquetFiles.open(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("its metadata cannot be decoded");
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    /// Bounds of values can be long, and headers are read in steps.
    @Test
    void headersOfAnySizeAreRead() throws IOException {
        HandmadeFile made = plainInts().rows(10);
        for (int i = 0; i < 10; i++) {
            DataPageHeader own = new DataPageHeader(1, Encoding.PLAIN, Encoding.RLE, Encoding.RLE);
            own.setStatistics(new Statistics().setMax_value(new byte[1 << (2 * i)]));
            made.page(new PageHeader(PageType.DATA_PAGE, 4, 4).setData_page_header(own), ints(i));
        }
        Path file = made.write(folder.resolve("long.parquet"));
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES);
                Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.ints("c")).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        }
    }

    @Test
    void schemasOfGreatDepthOrWidthAreRefused() throws IOException {
        assertCorrupt(
                plainInts().rows(1).data(1, Encoding.PLAIN, 4, ints(1)).footer(footer -> {
                    List<SchemaElement> deep = new ArrayList<>();
                    for (int i = 0; i < 50_000; i++) {
                        deep.add(new SchemaElement("g" + i)
                                .setNum_children(1)
                                .setRepetition_type(FieldRepetitionType.OPTIONAL));
                    }
                    deep.add(footer.getSchema().get(1));
                    footer.setSchema(deep);
                }),
                "nested more than 60 deep");
        assertCorrupt(
                plainInts()
                        .rows(1)
                        .data(1, Encoding.PLAIN, 4, ints(1))
                        .footer(footer -> footer.getSchema().getFirst().setNum_children(HUGE)),
                "the schema ends before its last column");
    }

    /// A flipped bit of the footer, which has no checksum, would make 12.34 of 1234 without a word that it is 1.234.
    @Test
    void typesThatContradictTheirOlderFormsAreRefused() throws IOException {
        for (LogicalType type : List.of(
                LogicalTypes.DECIMAL(3, 9), LogicalTypes.DECIMAL(2, 8), LogicalTypes.INT_32, LogicalTypes.UINT_16)) {
            assertFails(
                    plainInts().rows(1).data(1, Encoding.PLAIN, 4, ints(1234)).footer(footer -> {
                        SchemaElement column = footer.getSchema().get(1).setLogicalType(type);
                        column.setConverted_type(type.isSetDECIMAL() ? ConvertedType.DECIMAL : ConvertedType.UINT_32);
                        column.setPrecision(9).setScale(2);
                    }),
                    IllegalArgumentException.class,
                    "a column whose type and older type differ is not supported");
        }
    }

    @Test
    void chunksOutsideTheFileAreRefused() throws IOException {
        for (long[] place : new long[][] {{4, Long.MAX_VALUE}, {Long.MAX_VALUE, 1}, {-1, 10}, {1 << 20, 10}, {4, -1}}) {
            assertCorrupt(
                    plainInts()
                            .rows(1)
                            .data(1, Encoding.PLAIN, 4, ints(1))
                            .footer(footer -> footer.getRow_groups()
                                    .getFirst()
                                    .getColumns()
                                    .getFirst()
                                    .getMeta_data()
                                    .setData_page_offset(place[0])
                                    .setTotal_compressed_size(place[1])),
                    "are not inside the file");
        }
    }

    @Test
    void deltaHeadersThatMakeNoSenseAreRefused() throws IOException {
        byte[] manyValues = {(byte) 128, 1, 4, -1, -1, -1, -1, 15, 0, 0, 0, 0, 0, 0};
        byte[] hugeBlocks = {-128, -128, -128, -128, 8, 1, 3, 0, 0, 0};
        assertCorrupt(
                plainInts().rows(HUGE).data(HUGE, Encoding.DELTA_BINARY_PACKED, manyValues.length, manyValues),
                "page 0");
        assertCorrupt(
                plainInts().rows(3).data(3, Encoding.DELTA_BINARY_PACKED, hugeBlocks.length, hugeBlocks),
                "delta encoding of 3 values");
    }

    /// Where a value lies follows from how many there are: of another number, all would be read from elsewhere.
    @Test
    void pagesLaidOutForAnotherNumberOfValuesAreRefused() throws IOException {
        assertCorrupt(split(plainInts(), 1, 7), "7 bytes in BYTE_STREAM_SPLIT encoding, which are no whole number");
        assertCorrupt(split(plainInts(), 1, 8), "a page of 1 values that are laid out as 2");
        assertCorrupt(split(bytesOfThree(), 2, 7), "7 bytes in BYTE_STREAM_SPLIT encoding, which are no whole number");
        assertCorrupt(split(bytesOfThree(), 2, 9), "a page of 2 values that are laid out as 3");
        ByteArrayOutputStream lengths = new ByteArrayOutputStream();
        deltas(lengths, 3, 1, 0);
        lengths.writeBytes(new byte[3]);
        assertCorrupt(text(2, Encoding.DELTA_LENGTH_BYTE_ARRAY, lengths), "a page of 2 values that are laid out as 3");
        ByteArrayOutputStream prefixes = new ByteArrayOutputStream();
        deltas(prefixes, 3, 0, 0);
        deltas(prefixes, 2, 1, 0);
        prefixes.writeBytes(new byte[2]);
        assertCorrupt(text(2, Encoding.DELTA_BYTE_ARRAY, prefixes), "a page of 2 values that are laid out as 3");
    }

    @Test
    void valuesOfAnotherWidthThanTheColumnsAreRefused() throws IOException {
        ByteArrayOutputStream prefixes = new ByteArrayOutputStream();
        deltas(prefixes, 2, 0, 0);
        deltas(prefixes, 2, 2, 0);
        prefixes.writeBytes(new byte[4]);
        assertCorrupt(
                bytesOfThree().rows(2).data(2, Encoding.DELTA_BYTE_ARRAY, prefixes.size(), prefixes.toByteArray()),
                "a value of 2 bytes, not 3");
    }

    /// Where the values of such a page begin follows from the length of its levels.
    @Test
    void levelsLongerThanTheirValuesAreRefused() throws IOException {
        byte[] exact = {4, 1};
        byte[] tooLong = {4, 1, 4, 1};
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES);
                Table table = ParquetFiles.read(
                        levels(exact, 2).write(folder.resolve("levels.parquet")), ParquetFiles.context(pool))) {
            assertThat(table.ints("c")).containsExactly(5, 6);
        }
        assertCorrupt(levels(tooLong, 2), "levels go on after the last value of a page");
        assertCorrupt(levels(exact, -2), "a data page without a header of its own");
    }

    private static HandmadeFile levels(byte[] levels, int rows) throws IOException {
        byte[] values = ints(5, 6);
        byte[] page = Arrays.copyOf(levels, levels.length + values.length);
        System.arraycopy(values, 0, page, levels.length, values.length);
        PageHeader header = new PageHeader(PageType.DATA_PAGE_V2, page.length, page.length);
        header.setData_page_header_v2(
                new DataPageHeaderV2(2, 0, rows, Encoding.PLAIN, levels.length, 0).setIs_compressed(false));
        return plainInts()
                .rows(2)
                .page(header, page)
                .footer(footer -> footer.getSchema().get(1).setRepetition_type(FieldRepetitionType.OPTIONAL));
    }

    @Test
    void splitPagesOfAsManyValuesAsTheyDeclareAreRead() throws IOException {
        Path file = split(plainInts(), 2, 8).write(folder.resolve("split.parquet"));
        try (MemoryPool pool = MemoryPool.withLimit(POOL_BYTES);
                Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.ints("c")).containsExactly(0x06040200, 0x07050301);
        }
    }

    private static HandmadeFile split(HandmadeFile file, int values, int bytes) throws IOException {
        byte[] page = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            page[i] = (byte) i;
        }
        return file.rows(values).data(values, Encoding.BYTE_STREAM_SPLIT, bytes, page);
    }

    @Test
    void valuesOfMoreBytesThanTheirPageAreRefused() throws IOException {
        assertCorrupt(split(bytesOf(HUGE), 1, 8), "no whole number of values of 2147483647");
        assertCorrupt(bytesOf(HUGE).rows(1).data(1, Encoding.PLAIN, 8, new byte[8]), "a page ends before");
    }

    private static HandmadeFile bytesOfThree() {
        return bytesOf(3);
    }

    private static HandmadeFile bytesOf(int width) {
        return new HandmadeFile(Type.FIXED_LEN_BYTE_ARRAY, CompressionCodec.UNCOMPRESSED)
                .footer(footer -> footer.getSchema().get(1).setType_length(width));
    }

    private static HandmadeFile text(int values, Encoding encoding, ByteArrayOutputStream page) throws IOException {
        return new HandmadeFile(Type.BYTE_ARRAY, CompressionCodec.UNCOMPRESSED)
                .rows(values)
                .data(values, encoding, page.size(), page.toByteArray());
    }

    /// Each value is the one before and a byte: a byte a value in the file, and more text than there is room for.
    @Test
    void valuesThatRepeatEachOtherMeetTheLimit() throws IOException {
        int values = 8000;
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        deltas(page, values, 0, 1);
        deltas(page, values, 1, 0);
        page.writeBytes(new byte[values]);
        assertFails(
                new HandmadeFile(Type.BYTE_ARRAY, CompressionCodec.UNCOMPRESSED)
                        .rows(values)
                        .data(values, Encoding.DELTA_BYTE_ARRAY, page.size(), page.toByteArray()),
                MemoryLimitException.class,
                "Parquet text");
    }

    /// `first`, then `first + step` again and again, as one block of deltas without any bits.
    private static void deltas(ByteArrayOutputStream page, int values, int first, int step) {
        varint(page, 1 << 13);
        varint(page, 1);
        varint(page, values);
        varint(page, 2L * first);
        varint(page, 2L * step);
        page.write(0);
    }

    private static void varint(ByteArrayOutputStream page, long value) {
        long left = value;
        for (; left > 127; left >>>= 7) {
            page.write((int) ((left & 127) | 128));
        }
        page.write((int) left);
    }
}
