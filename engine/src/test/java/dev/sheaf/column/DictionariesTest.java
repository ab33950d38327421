package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class DictionariesTest {
    private static final List<String> TEXTS =
            List.of("", "a", "ab", "seven b", "eight by", "eight bz", "more than eight", "more than eighs", "Grüße");

    @Test
    void dictionariesOfManyColumnsBecomeOneOfTheSameValues(MemoryPool pool) {
        RandomCases.run(400, random -> {
            List<Column> parts = new ArrayList<>();
            List<@Nullable Object> expected = new ArrayList<>();
            for (int part = random.nextInt(1, 6); part >= 0; part--) {
                try (Column encoded = encoded(texts(random), pool)) {
                    Column slice = slice(encoded, random);
                    parts.add(slice);
                    expected.addAll(values(slice));
                }
            }
            Column whole = Concat.columns(DataType.STRING, parts, pool);
            parts.forEach(Column::close);
            try (whole) {
                assertThat(whole).isInstanceOf(DictionaryColumn.class);
                assertThat(values(whole)).isEqualTo(expected);
                assertThat(values(((DictionaryColumn) whole).values())).doesNotHaveDuplicates();
            }
        });
    }

    /// Many more rows than texts; sometimes only nulls, whose dictionary is empty.
    private static @Nullable String[] texts(SplittableRandom random) {
        boolean onlyNulls = random.nextInt(6) == 0;
        int known = random.nextInt(1, TEXTS.size() + 1);
        return IntStream.range(0, random.nextInt(60, 200))
                .mapToObj(_ -> onlyNulls || random.nextInt(5) == 0 ? null : TEXTS.get(random.nextInt(known)))
                .toArray(String[]::new);
    }

    private static Column encoded(@Nullable String[] texts, MemoryPool pool) {
        try (Table plain = Table.of("x", texts)) {
            return DictionaryEncoding.encode(plain.column("x"), pool);
        }
    }

    private static List<@Nullable Object> values(Column column) {
        return LongStream.range(0, column.length()).mapToObj(column::get).toList();
    }

    @Test
    void dictionariesAreDecodedIfEntriesAreNearlyAsManyAsRows(MemoryPool pool) {
        try (Column one = encoded(new String[] {"a", "b", "c", "a"}, pool);
                Column other = encoded(new String[] {"b", "d", "e", "f"}, pool);
                Column whole = Concat.columns(DataType.STRING, List.of(one, other), pool)) {
            assertThat(whole).isInstanceOf(VarColumn.class);
            assertThat(values(whole)).containsExactly("a", "b", "c", "a", "b", "d", "e", "f");
        }
    }

    @Test
    void textsAreEncodedIfFewAreDistinct(MemoryPool pool) {
        RandomCases.run(400, random -> {
            @Nullable String[] texts = texts(random);
            long distinct =
                    Arrays.stream(texts).filter(Objects::nonNull).distinct().count();
            long most = random.nextLong(TEXTS.size() + 1L);
            try (Table table = Table.of("x", texts);
                    Column slice = slice(table.column("x"), random);
                    Column encoded = Dictionaries.encode(slice, most, pool)) {
                assertThat(values(encoded)).isEqualTo(values(slice));
                if (encoded instanceof DictionaryColumn codes) {
                    assertThat(codes.values().length()).isLessThanOrEqualTo(most);
                    assertThat(values(codes.values())).doesNotHaveDuplicates();
                } else {
                    assertThat(distinct).isGreaterThan(most);
                }
            }
        });
    }

    private static Column slice(Column column, SplittableRandom random) {
        long start = random.nextLong(column.length() / 8 + 1);
        return column.slice(start, column.length() - start);
    }
}
