package dev.sheaf.io.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.io.rows.RandomRows;
import dev.sheaf.io.rows.TextFiles;
import dev.sheaf.io.text.RowForm;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.FileFormats;
import dev.sheaf.testing.RandomCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables written and read again, random values in random spellings, and files with bytes that were changed.
class RandomJsonTest {
    private static final String ODD = "a,:{}[]\\/\"\n\r\t\b '0Ωß\u20ac\u0001";
    private static final List<String> FILES = List.of("t.json", "t.ndjson", "t.jsonl.gz", "t.json.gz");

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() {
        RandomCases.run(2000, this::roundTrip);
    }

    private void roundTrip(SplittableRandom random) {
        Schema schema = new Schema(IntStream.range(0, 1 + random.nextInt(5))
                .mapToObj(i -> new Field("c" + i + (random.nextInt(4) == 0 ? text(random) : ""), type(random)))
                .toList());
        List<List<@Nullable Object>> rows = RandomRows.of(schema, random, () -> text(random));
        Path file = folder.resolve(FILES.get(random.nextInt(FILES.size())));
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
            TextFiles.write(file, schema, rows, pool);
            JsonOptions options = JsonOptions.INFER;
            for (Field field : schema.fields()) {
                options = options.type(field.name(), field.type());
            }
            assertThat(TextFiles.rows(
                            Json.open(options, file.toString()), schema.names(), pool, 1 + random.nextInt(300), 3))
                    .isEqualTo(rows);
            assertThat(pool.usedBytes()).isZero();
        }
    }

    private static DataType type(SplittableRandom random) {
        return TextFiles.TYPES.get(random.nextInt(TextFiles.TYPES.size()));
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(random.nextInt(9) == 0 ? "\ud83d\ude00" : ODD.charAt(random.nextInt(ODD.length())));
        }
        return text.toString();
    }

    /// Values are made with the JSON that Sheaf writes of them; spaces and escapes beside them mean nothing.
    @Test
    void nestedValuesAreReadWhateverTheirSpelling() {
        RandomCases.run(2000, random -> {
            StringBuilder spelled = new StringBuilder();
            List<String> plain = new ArrayList<>();
            boolean lines = random.nextBoolean();
            spelled.append(lines ? "" : "[");
            int rows = 1 + random.nextInt(40);
            for (int row = 0; row < rows; row++) {
                StringBuilder exact = new StringBuilder();
                spelled.append(row == 0 ? "" : lines ? "\n" : ",");
                object(spelled, exact, random, lines);
                plain.add(exact.toString());
            }
            Path file = folder.resolve(lines ? "n.ndjson" : "n.json");
            Files.writeString(file, spelled.append(lines ? "" : "]"));
            try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
                assertThat(TextFiles.texts(FileFormats.open(file.toString()), pool, 1 + random.nextInt(200), 2))
                        .isEqualTo(plain);
                assertThat(pool.usedBytes()).isZero();
            }
        });
    }

    private static void object(StringBuilder spelled, StringBuilder plain, SplittableRandom random, boolean line) {
        int id = random.nextInt();
        String text = text(random);
        int elements = random.nextInt(4);
        both(spelled, plain, random, line, "{", "\"id\"", ":", Integer.toString(id), ",", "\"in\"", ":", "{");
        both(spelled, plain, random, line, "\"text\"", ":");
        string(spelled, plain, text, random);
        both(spelled, plain, random, line, ",", "\"list\"", ":", "[");
        for (int i = 0; i < elements; i++) {
            both(spelled, plain, random, line, i == 0 ? "" : ",", "{", "\"n\"", ":", (i + 0.5) + "", "}");
        }
        both(spelled, plain, random, line, "]", "}", "}");
    }

    private static void both(
            StringBuilder spelled, StringBuilder plain, SplittableRandom random, boolean line, String... parts) {
        for (String part : parts) {
            spelled.append(part);
            plain.append(part);
            if (random.nextInt(6) == 0) {
                spelled.append(line ? " \t" : " \n");
            }
        }
    }

    private static void string(StringBuilder spelled, StringBuilder plain, String text, SplittableRandom random) {
        try (MemoryPool pool = MemoryPool.create();
                TableBuilder builder = new TableBuilder(Schema.of(new Field("v", DataType.STRING)), pool)) {
            builder.row(text);
            try (Table table = builder.build()) {
                StringBuilder row = new StringBuilder();
                new RowForm.JsonLines().row(row, table, 0, 0);
                plain.append(row, "{\"v\":".length(), row.length() - "}\n".length());
            }
        }
        spelled.append('"');
        for (char c : text.toCharArray()) {
            boolean escape = c < ' ' || c == '"' || c == '\\' || random.nextInt(5) == 0;
            if (escape) {
                spelled.append(String.format("\\u%04x", (int) c));
            } else if (Character.isSurrogate(c)) {
                spelled.append(String.format("\\u%04X", (int) c));
            } else {
                spelled.append(c);
            }
        }
        spelled.append('"');
    }

    @Test
    void changedBytesGiveRowsOrSayWhatIsWrong() throws IOException {
        RandomCases.run(5000, random -> {
            Path file = folder.resolve(random.nextBoolean() ? "m.ndjson" : "m.json");
            Files.write(file, mutant(random));
            try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
                try {
                    TextFiles.rows(FileFormats.open(file.toString()), pool, 1 + random.nextInt(100), 1);
                } catch (CorruptFileException refused) {
                    assertThat(refused).hasMessageStartingWith(file.toString());
                } catch (IllegalArgumentException refused) { // nothing is left that has members
                    assertThat(refused).hasMessageStartingWith(file + " does not begin with an object");
                }
                assertThat(pool.usedBytes()).isZero();
            }
        });
    }

    private static byte[] mutant(SplittableRandom random) {
        boolean array = random.nextBoolean();
        StringBuilder text = new StringBuilder(array ? "[" : "");
        for (int row = 0; row < 40; row++) {
            text.append(row == 0 ? "" : array ? ",\n" : "\n")
                    .append("{\"id\":")
                    .append(row)
                    .append(",\"s\":{\"t\":\"n\\u00e9\\\"")
                    .append(row)
                    .append("\"},\"l\":[")
                    .append(row / 4.0)
                    .append(",null],\"day\":\"2024-01-0")
                    .append(1 + row % 9)
                    .append("\"}");
        }
        byte[] bytes = text.append(array ? "]" : "").toString().getBytes(StandardCharsets.UTF_8);
        byte[] odd = {'"', ',', '\n', '\\', '{', '}', '[', ']', ':', 0, -1, (byte) 0xC3, ' ', '-', '9', 'e', 'u'};
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = odd[random.nextInt(odd.length)];
        }
        return Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length);
    }
}
