package dev.sheaf.groupby.cpu.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class TextScatterTest {
    private static final int PARTITIONS = 4;

    @Test
    void textsOfAnySizeGoToTheirPartitionsInOrder(MemoryPool pool) {
        RandomCases.run(100, random -> {
            List<List<@Nullable String>> expected = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                expected.add(new ArrayList<>());
            }
            int[] partitions = new int[200];
            try (Table first = part(random, partitions, 0, expected, pool);
                    Table second = part(random, partitions, 100, expected, pool)) {
                int[] starts = new int[PARTITIONS + 1];
                for (int i = 0; i < PARTITIONS; i++) {
                    starts[i + 1] = starts[i] + expected.get(i).size();
                }
                List<Column> parts = List.of(first.column(0), second.column(0));
                try (Column moved = TextScatter.of(DataType.STRING, parts, partitions, starts, pool)) {
                    assertThat(strings(moved))
                            .isEqualTo(expected.stream().flatMap(List::stream).toList());
                }
            }
        });
    }

    /// A hundred texts, or nulls among them, of which those of partition -1 are not expected.
    private static Table part(
            SplittableRandom random,
            int[] partitions,
            int from,
            List<List<@Nullable String>> expected,
            MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:string");
        int nulls = random.nextBoolean() ? 3 : Integer.MAX_VALUE;
        for (int i = from; i < from + 100; i++) {
            String letter = "" + (char) ('a' + i % 26);
            @Nullable
            String text =
                    random.nextInt(nulls) == 0 ? null : letter.repeat(random.nextInt(random.nextBoolean() ? 20 : 200));
            rows.row(text);
            partitions[i] = random.nextInt(PARTITIONS + 1) - 1;
            if (partitions[i] >= 0) {
                expected.get(partitions[i]).add(text);
            }
        }
        return rows.build(pool);
    }

    private static List<@Nullable String> strings(Column column) {
        List<@Nullable String> strings = new ArrayList<>();
        for (long row = 0; row < column.length(); row++) {
            strings.add((@Nullable String) column.get(row));
        }
        return strings;
    }
}
