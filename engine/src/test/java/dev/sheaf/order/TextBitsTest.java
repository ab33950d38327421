package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class TextBitsTest {
    private static final Tasks THREADS =
            (count, task) -> IntStream.range(0, count).parallel().forEach(task);

    private static Optional<Long> most(MemoryPool pool, @Nullable String... texts) {
        try (Table table = Table.of("k", texts);
                Buffer rows = pool.filled(4L * texts.length, "rows", all -> Sorting.number(all, texts.length))) {
            LimbRange range = new LimbRange(rows.segment(), texts.length, Tasks.SEQUENTIAL);
            return TextBits.of((VarColumn) table.column(0), range).map(TextBits::most);
        }
    }

    @Test
    void digitsTakeTheBitsInWhichTheyDiffer(MemoryPool pool) {
        String[] codes =
                IntStream.range(0, 100).mapToObj(i -> "C000%02d".formatted(i)).toArray(String[]::new);
        assertThat(most(pool, codes)).contains(255L);
    }

    @Test
    void sizesAreToldApart(MemoryPool pool) {
        assertThat(most(pool, "\0", "", "\0\0")).contains(3L);
        assertThat(most(pool, "alike", "alike", null)).contains(0L);
        assertThat(most(pool, null, null)).contains(0L);
    }

    @Test
    void textsThatDifferInManyBitsAreNoNumbers(MemoryPool pool) {
        assertThat(most(pool, "\0".repeat(10), "\177".repeat(10))).isEmpty();
        assertThat(most(pool, "a".repeat(65), "a".repeat(65))).isEmpty();
        assertThat(most(pool, "a".repeat(64), "a".repeat(63) + "b")).contains(3L);
    }

    @Test
    void theyAreInTheOrderOfTheTexts(MemoryPool pool) {
        RandomCases.run(200, random -> {
            @Nullable String[] texts = texts(random, random.nextInt(2, 3000));
            int[] second = random.ints(texts.length, 0, 4).toArray();
            SortDirection direction = random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING;
            try (Table table = Table.of("k", texts, "n", second)) {
                check(table, texts, second, direction, random.nextBoolean(), random, pool);
            }
        });
    }

    private static void check(
            Table table,
            @Nullable String[] texts,
            int[] second,
            SortDirection direction,
            boolean isBehind,
            SplittableRandom random,
            MemoryPool pool) {
        Comparator<String> values = Comparator.naturalOrder();
        Comparator<String> turned = direction.descending() ? values.reversed() : values;
        Comparator<String> order =
                direction.nullsFirst() ? Comparator.nullsFirst(turned) : Comparator.nullsLast(turned);
        Comparator<Integer> byText = Comparator.comparing(row -> texts[row], order);
        Comparator<Integer> bySecond = Comparator.comparing(row -> second[row]);
        int[] expected = IntStream.range(0, texts.length)
                .boxed()
                .sorted(isBehind ? bySecond.thenComparing(byText) : byText.thenComparing(bySecond))
                .mapToInt(row -> row)
                .toArray();
        Column text = table.column("k");
        Column number = table.column("n");
        List<Column> keys = isBehind ? List.of(number, text) : List.of(text, number);
        List<SortDirection> directions =
                isBehind ? List.of(SortDirection.ASCENDING, direction) : List.of(direction, SortDirection.ASCENDING);
        RowSort.Limits limits = new RowSort.Limits(random.nextInt(70), random.nextInt(10, 4000));
        try (Buffer rows = Sorting.argsort(keys, directions, texts.length, pool, THREADS, limits)) {
            assertThat(rows.segment().asSlice(0, texts.length * 4L).toArray(ValueLayout.JAVA_INT))
                    .isEqualTo(expected);
        }
    }

    /// Texts of few letters behind a beginning, zeros among them, so that some have few bits and some too many.
    private static @Nullable String[] texts(SplittableRandom random, int count) {
        String beginning = "x".repeat(random.nextInt(70));
        String letters =
                List.of("01", "0123456789", "\0a", "0123456789abcdef", " ~aZ").get(random.nextInt(5));
        int least = random.nextInt(4);
        int most = least + random.nextInt(12);
        boolean nullable = random.nextBoolean();
        @Nullable String[] texts = new String[count];
        Arrays.setAll(
                texts,
                _ -> nullable && random.nextInt(5) == 0
                        ? null
                        : random.ints(random.nextInt(least, most + 1), 0, letters.length())
                                .mapToObj(letter -> letters.substring(letter, letter + 1))
                                .collect(Collectors.joining("", beginning, "")));
        return texts;
    }
}
