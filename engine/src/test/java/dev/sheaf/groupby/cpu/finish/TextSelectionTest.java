package dev.sheaf.groupby.cpu.finish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class TextSelectionTest {
    private static final Comparator<String> BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    @Test
    void everyRankIsThatOfSortedOrder(MemoryPool pool) {
        RandomCases.run(100, random -> {
            List<String> texts = texts(random);
            int from = random.nextInt(texts.size());
            int size = random.nextInt(texts.size() - from + 1);
            List<String> sorted =
                    texts.subList(from, from + size).stream().sorted(BYTES).toList();
            assertThat(selected(texts, from, size, pool)).isEqualTo(sorted);
        });
    }

    private static List<String> selected(List<String> texts, int from, int size, MemoryPool pool) {
        Tables.Rows rows = Tables.of("v:string");
        texts.forEach(rows::row);
        try (Table table = rows.build(pool);
                Column column = table.column("v").retain();
                TextSelection selection = new TextSelection((VarColumn) column, size, pool)) {
            return IntStream.range(0, size)
                    .mapToObj(rank -> (String) column.get(selection.select(from, size, rank)))
                    .toList();
        }
    }

    /// Texts that begin alike, some of them more often than once, and some the beginning of others.
    private static List<String> texts(SplittableRandom random) {
        String all = "the same beginning for a while, then ".substring(random.nextInt(37));
        return IntStream.range(0, random.nextInt(1, 150))
                .mapToObj(_ -> switch (random.nextInt(5)) {
                    case 0 -> all.substring(0, random.nextInt(all.length() + 1));
                    case 1 -> all + "\u0000".repeat(random.nextInt(4));
                    case 2 -> all + Character.toString(random.nextInt(1, 0xD800));
                    default -> all + random.nextInt(1 << random.nextInt(1, 20));
                })
                .toList();
    }
}
