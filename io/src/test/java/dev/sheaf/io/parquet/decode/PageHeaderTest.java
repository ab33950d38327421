package dev.sheaf.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.CompactInput;
import dev.sheaf.testing.RandomCases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.IndexPageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;

/// Headers that the format's library writes are read as what they are, whatever else they hold; those that are cut or
/// damaged are refused, or read as other numbers.
class PageHeaderTest {
    @Test
    void headersOfTheLibraryAreRead() {
        RandomCases.run(500, random -> {
            org.apache.parquet.format.PageHeader written = header(random);
            byte[] bytes = bytes(written);
            CompactInput input = input(bytes, bytes.length);
            PageHeader read = PageHeader.of(input);
            assertThat(input.position()).isEqualTo(bytes.length);
            assertThat(read.type()).isEqualTo(written.getType());
            assertThat(read.size()).isEqualTo(written.getCompressed_page_size());
            assertThat(read.uncompressedSize()).isEqualTo(written.getUncompressed_page_size());
            assertThat(read.hasChecksum()).isEqualTo(written.isSetCrc());
            assertThat(read.checksum()).isEqualTo(written.getCrc());
            assertOwn(read, written);
            int cut = random.nextInt(bytes.length);
            assertThatThrownBy(() -> PageHeader.of(input(bytes, cut))).isInstanceOf(CompactInput.EndsEarly.class);
        });
    }

    @Test
    void damagedHeadersAreRefusedOrReadAsSomething() {
        RandomCases.run(3000, random -> {
            byte[] bytes = bytes(header(random));
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                PageHeader.of(input(bytes, bytes.length));
            } catch (MalformedPageException refused) {
                assertThat(refused).hasMessageContaining("metadata");
            } catch (CompactInput.EndsEarly early) {
                assertThat(early).hasNoCause();
            }
        });
    }

    /// Structures, lists, sets of lists, and maps, one in the other.
    @Test
    void whatGoesDeepIsRefused() {
        for (byte[] steps : new byte[][] {{0x1C, 0x1C}, {0x19, 0x19}, {0x1A, 0x1A, 0x19}, {0x1B, 1, (byte) 0xBB}}) {
            byte[] bytes = new byte[1 << 20];
            bytes[0] = steps[0];
            for (int i = 1; i < bytes.length; i++) {
                bytes[i] = steps[1 + (i - 1) % (steps.length - 1)];
            }
            assertThatThrownBy(() -> PageHeader.of(input(bytes, bytes.length)))
                    .isInstanceOf(MalformedPageException.class)
                    .hasMessageContaining("too deep");
        }
    }

    /// Fields of any type, of numbers that the format does not know, 0 and negative ones among them, lie between those
    /// that it does, which come in any order.
    @Test
    void unknownFieldsArePassedOver() {
        RandomCases.run(500, random -> {
            CompactOutput output = new CompactOutput(random);
            List<Integer> fields = new ArrayList<>(List.of(1, 2, 3, 5));
            Collections.shuffle(fields, new Random(random.nextLong()));
            for (int field : fields) {
                output.unknown();
                if (field == 5) {
                    output.own(new int[] {4, 3, 1, 3, 3, 2, 2, 0, 1, 11});
                } else {
                    output.number(field, field == 1 ? 0 : field);
                }
            }
            byte[] written = output.end();
            CompactInput input = input(written, written.length);
            PageHeader read = PageHeader.of(input);
            assertThat(input.position()).isEqualTo(written.length);
            assertThat(read.uncompressedSize()).isEqualTo(2);
            assertThat(read.size()).isEqualTo(3);
            assertThat(read.values()).isEqualTo(11);
            assertThat(read.encoding()).isEqualTo(Encoding.PLAIN);
        });
    }

    private static void assertOwn(PageHeader read, org.apache.parquet.format.PageHeader written) {
        switch (written.getType()) {
            case DATA_PAGE -> {
                DataPageHeader own = written.getData_page_header();
                assertThat(read.values()).isEqualTo(own.getNum_values());
                assertThat(read.encoding()).isEqualTo(own.getEncoding());
                assertThat(read.definitionEncoding()).isEqualTo(own.getDefinition_level_encoding());
                assertThat(read.repetitionEncoding()).isEqualTo(own.getRepetition_level_encoding());
            }
            case DICTIONARY_PAGE -> {
                assertThat(read.values())
                        .isEqualTo(written.getDictionary_page_header().getNum_values());
                assertThat(read.encoding())
                        .isEqualTo(written.getDictionary_page_header().getEncoding());
            }
            case DATA_PAGE_V2 -> {
                DataPageHeaderV2 own = written.getData_page_header_v2();
                assertThat(read.values()).isEqualTo(own.getNum_values());
                assertThat(read.rows()).isEqualTo(own.getNum_rows());
                assertThat(read.encoding()).isEqualTo(own.getEncoding());
                assertThat(read.definitionBytes()).isEqualTo(own.getDefinition_levels_byte_length());
                assertThat(read.repetitionBytes()).isEqualTo(own.getRepetition_levels_byte_length());
                assertThat(read.isCompressed()).isEqualTo(own.isIs_compressed());
            }
            case INDEX_PAGE -> assertThat(written.isSetIndex_page_header()).isTrue();
        }
    }

    private static org.apache.parquet.format.PageHeader header(SplittableRandom random) {
        PageType type = PageType.values()[random.nextInt(4)];
        var header = new org.apache.parquet.format.PageHeader(type, random.nextInt(), random.nextInt(1 << 20));
        if (random.nextBoolean()) {
            header.setCrc(random.nextInt());
        }
        if (type == PageType.DATA_PAGE || random.nextInt(8) == 0) {
            DataPageHeader own =
                    new DataPageHeader(random.nextInt(), encoding(random), encoding(random), encoding(random));
            header.setData_page_header(random.nextBoolean() ? own : own.setStatistics(statistics(random)));
        }
        if (type == PageType.INDEX_PAGE) {
            header.setIndex_page_header(new IndexPageHeader());
        }
        if (type == PageType.DICTIONARY_PAGE || random.nextInt(8) == 0) {
            DictionaryPageHeader own = new DictionaryPageHeader(random.nextInt(), encoding(random));
            header.setDictionary_page_header(random.nextBoolean() ? own : own.setIs_sorted(random.nextBoolean()));
        }
        if (type == PageType.DATA_PAGE_V2 || random.nextInt(8) == 0) {
            DataPageHeaderV2 own = new DataPageHeaderV2(
                    random.nextInt(),
                    random.nextInt(),
                    random.nextInt(),
                    encoding(random),
                    random.nextInt(),
                    random.nextInt());
            own = random.nextBoolean() ? own : own.setIs_compressed(random.nextBoolean());
            header.setData_page_header_v2(random.nextBoolean() ? own : own.setStatistics(statistics(random)));
        }
        return header;
    }

    private static Encoding encoding(SplittableRandom random) {
        return Encoding.values()[random.nextInt(Encoding.values().length)];
    }

    private static Statistics statistics(SplittableRandom random) {
        byte[] bound = new byte[random.nextInt(200)];
        random.nextBytes(bound);
        return new Statistics().setMin_value(bound).setMax_value(bound).setNull_count(random.nextLong());
    }

    private static byte[] bytes(org.apache.parquet.format.PageHeader header) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writePageHeader(header, bytes);
        return bytes.toByteArray();
    }

    private static CompactInput input(byte[] bytes, int end) {
        return new CompactInput(ByteBuffer.wrap(bytes), 0, end);
    }
}
