package dev.sheaf.io.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.io.rows.RandomRows;
import dev.sheaf.io.rows.TextFiles;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.FileFormats;
import dev.sheaf.testing.RandomCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables written and read again, and files with bytes that were changed.
class RandomCsvTest {
    private static final String ODD = "a,;\t|\"\"\n\r 'Ωß\u20ac";

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() {
        RandomCases.run(2000, this::roundTrip);
    }

    private void roundTrip(SplittableRandom random) {
        Schema schema = new Schema(IntStream.range(0, 1 + random.nextInt(5))
                .mapToObj(i -> new Field("c" + i, TextFiles.TYPES.get(random.nextInt(TextFiles.TYPES.size()))))
                .toList());
        List<List<@Nullable Object>> rows = RandomRows.of(schema, random, () -> text(random));
        Path file = folder.resolve(List.of("t.csv", "t.tsv", "t.csv.gz").get(random.nextInt(3)));
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
            TextFiles.write(file, schema, rows, pool);
            CsvOptions options =
                    CsvOptions.INFER.header(true).delimiter(file.toString().contains("tsv") ? '\t' : ',');
            for (Field field : schema.fields()) {
                options = options.type(field.name(), field.type());
            }
            assertThat(TextFiles.rows(Csv.open(options, file.toString()), pool, 1 + random.nextInt(300), 3))
                    .isEqualTo(rows);
            assertThat(pool.usedBytes()).isZero();
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(ODD.charAt(random.nextInt(ODD.length())));
        }
        return text.toString();
    }

    @Test
    void changedBytesGiveRowsOrSayWhatIsWrong() throws IOException {
        Path file = folder.resolve("m.csv");
        RandomCases.run(5000, random -> {
            Files.write(file, mutant(random));
            try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
                try {
                    TextFiles.rows(FileFormats.open(file.toString()), pool, 1 + random.nextInt(100), 1);
                } catch (CorruptFileException refused) {
                    assertThat(refused).hasMessageStartingWith(file.toString());
                }
                assertThat(pool.usedBytes()).isZero();
            }
        });
    }

    private static byte[] mutant(SplittableRandom random) {
        StringBuilder text = new StringBuilder("id,name,price,day\n");
        for (int row = 0; row < 40; row++) {
            text.append(row)
                    .append(",\"n\"\"")
                    .append(row)
                    .append("\",")
                    .append(row / 4.0)
                    .append(",2024-01-0")
                    .append(1 + row % 9)
                    .append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        byte[] odd = {'"', ',', '\n', '\r', 0, -1, (byte) 0xC3, ' ', '-', '9'};
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = odd[random.nextInt(odd.length)];
        }
        return Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length);
    }
}
