package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.UUIDType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Pages of any type in any encoding, that no writer need make, of bytes that mean something or nothing: they are read,
/// or refused as damaged.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnyPageTest {
    private static final int MOST_VALUES = 100;

    @TempDir
    Path folder;

    @Test
    void pagesOfAnyBytesAreReadOrRefused() {
        RandomCases.run(10_000, random -> {
            Path file = file(random).write(folder.resolve("any.parquet"));
            Map<String, String> options = Map.of("parquet.batch.rows", random.nextBoolean() ? "1000" : "17");
            try (MemoryPool pool = MemoryPool.withLimit(16 << 20)) {
                try (Table table = ParquetFiles.read(file, ParquetFiles.context(pool, 1, options))) {
                    assertThat(table.columnCount()).isEqualTo(1);
                } catch (CorruptFileException | IllegalArgumentException refused) {
                    assertThat(refused).hasMessageContaining("any.parquet");
                } catch (MemoryLimitException much) {
                    assertThat(much).hasMessageContaining("Parquet");
                }
                PoolCheck.assertEmpty(pool);
            }
        });
    }

    private static HandmadeFile file(SplittableRandom random) throws IOException {
        Type type = Type.values()[random.nextInt(Type.values().length)];
        HandmadeFile file = new HandmadeFile(type, CompressionCodec.UNCOMPRESSED);
        FieldRepetitionType repetition = FieldRepetitionType.values()[random.nextInt(3)];
        boolean levels = repetition != FieldRepetitionType.REQUIRED;
        if (type != Type.BOOLEAN && random.nextBoolean()) {
            byte[] page = bytes(random, Encoding.PLAIN, type);
            file.dictionary(random.nextInt(Math.max(1, Math.min(40, page.length))), page.length, page);
        }
        int rows = 0;
        for (int pages = random.nextInt(1, 3); pages > 0; pages--) {
            int values = random.nextInt(MOST_VALUES);
            rows += values;
            page(random, file, type, values, levels);
        }
        long seed = random.nextLong();
        return file.rows(rows).footer(footer -> {
            SchemaElement column = footer.getSchema().get(1).setRepetition_type(repetition);
            annotate(column, type, new SplittableRandom(seed));
        });
    }

    private static void annotate(SchemaElement column, Type type, SplittableRandom random) {
        boolean fixed = type == Type.FIXED_LEN_BYTE_ARRAY;
        int width = random.nextInt(4) == 0 ? 16 : random.nextInt(1, 30);
        if (fixed) {
            column.setType_length(width);
        }
        switch (random.nextInt(4)) {
            case 0 -> {
                column.setConverted_type(ConvertedType.DECIMAL).setScale(0);
                column.setPrecision(random.nextInt(1, type == Type.INT32 ? 10 : type == Type.INT64 ? 19 : 39));
            }
            case 1 -> column.setConverted_type(ConvertedType.values()[random.nextInt(ConvertedType.values().length)]);
            case 2 -> {
                if (fixed && width == 16) {
                    column.setLogicalType(LogicalType.UUID(new UUIDType()));
                }
            }
            default -> {}
        }
    }

    private static void page(SplittableRandom random, HandmadeFile file, Type type, int values, boolean levels)
            throws IOException {
        Encoding encoding = encoding(random, type);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        byte[] level = levels ? level(random, values) : new byte[0];
        if (random.nextBoolean()) {
            if (levels) {
                page.writeBytes(new byte[] {(byte) level.length, 0, 0, 0});
            }
            page.writeBytes(level);
            page.writeBytes(bytes(random, encoding, type));
            file.data(values, encoding, page.size(), page.toByteArray());
            return;
        }
        page.writeBytes(level);
        page.writeBytes(bytes(random, encoding, type));
        PageHeader header = new PageHeader(PageType.DATA_PAGE_V2, page.size(), page.size());
        header.setData_page_header_v2(new DataPageHeaderV2(values, 0, values, encoding, level.length, 0)
                .setIs_compressed(random.nextBoolean()));
        file.page(header, page.toByteArray());
    }

    /// Levels of one bit: a run, or packed.
    private static byte[] level(SplittableRandom random, int values) {
        if (random.nextBoolean()) {
            return new byte[] {(byte) (values << 1 & 0x7F), (byte) random.nextInt(2)};
        }
        byte[] packed = new byte[(values + 7) / 8 + 1];
        random.nextBytes(packed);
        packed[0] = (byte) (((packed.length - 1) << 1) | 1);
        return packed;
    }

    /// As a rule one that values of the type can have.
    private static Encoding encoding(SplittableRandom random, Type type) {
        if (random.nextInt(8) == 0) {
            return Encoding.values()[random.nextInt(Encoding.values().length)];
        }
        if (random.nextInt(3) == 0) {
            return Encoding.RLE_DICTIONARY;
        }
        Encoding[] possible = switch (type) {
            case BOOLEAN -> new Encoding[] {Encoding.PLAIN, Encoding.RLE};
            case INT32, INT64 ->
                new Encoding[] {Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT, Encoding.DELTA_BINARY_PACKED};
            case INT96, FLOAT, DOUBLE -> new Encoding[] {Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT};
            case BYTE_ARRAY ->
                new Encoding[] {Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY};
            case FIXED_LEN_BYTE_ARRAY ->
                new Encoding[] {Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT, Encoding.DELTA_BYTE_ARRAY};
        };
        return possible[random.nextInt(possible.length)];
    }

    /// Bytes of any or small numbers, as a rule many, behind what an encoding begins with.
    private static byte[] bytes(SplittableRandom random, Encoding encoding, Type type) {
        byte[] bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(200) : 240 * random.nextInt(1, 15)];
        int most = new int[] {1, 2, 4, 16, 256}[random.nextInt(5)];
        for (int i = 0; i < bytes.length; i++) {
            boolean high = type == Type.BYTE_ARRAY && encoding == Encoding.PLAIN && (i & 3) != 0;
            bytes[i] = (byte) (high ? 0 : random.nextInt(most));
        }
        byte[] start = switch (encoding) {
            case RLE_DICTIONARY -> new byte[] {(byte) random.nextInt(34)};
            case RLE -> new byte[] {(byte) Math.min(100, Math.max(0, bytes.length - 4)), 0, 0, 0};
            case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY ->
                new byte[] {(byte) 0x80, 1, 4, (byte) random.nextInt(MOST_VALUES), (byte) random.nextInt(8)};
            default -> new byte[0];
        };
        if (bytes.length > start.length && random.nextInt(8) > 0) {
            System.arraycopy(start, 0, bytes, 0, start.length);
        }
        return bytes;
    }
}
