package dev.sheaf.io.parquet;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A program that writes and reads files of every codec that needs no native code and prints what became of it, for
/// [NoFlagsTest].
final class EveryCodec {
    static final List<String> CODECS = List.of("uncompressed", "snappy", "gzip");

    private EveryCodec() {}

    /// Takes the folder to write to, then files to read.
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20);
                Table table = table()) {
            for (String codec : CODECS) {
                QueryContext context = ParquetFiles.context(pool, 2, Map.of("parquet.codec", codec));
                Path file = folder.resolve(codec + ".parquet");
                ParquetFiles.write(file, table.schema(), context, table);
                print(file, context);
            }
            printRefusal(folder, table, pool);
            for (String file : List.of(arguments).subList(1, arguments.length)) {
                print(Path.of(file), ParquetFiles.context(pool));
            }
        }
    }

    static Table table() {
        int[] numbers = new int[50_000];
        Arrays.setAll(numbers, i -> i * 7919 % 10_007);
        String[] texts = new String[numbers.length];
        Arrays.setAll(texts, i -> "order " + numbers[i] + (i % 3 == 0 ? " shipped" : " open"));
        return Table.of("number", numbers, "text", texts);
    }

    private static void printRefusal(Path folder, Table table, MemoryPool pool) {
        QueryContext context = ParquetFiles.context(pool, 2, Map.of("parquet.codec", "zstd"));
        try {
            ParquetFiles.write(folder.resolve("zstd.parquet"), table.schema(), context, table);
        } catch (IllegalArgumentException refused) {
            System.out.println(refused.getMessage());
        }
    }

    private static void print(Path file, QueryContext context) {
        try (Table table = ParquetFiles.read(file, context)) {
            System.out.println(line(file, table));
        }
    }

    /// What is printed of a file that has been read.
    static String line(Path file, Table table) {
        return file.getFileName() + " " + Arrays.hashCode(table.ints("number")) + " "
                + Arrays.hashCode(table.strings("text"));
    }
}
