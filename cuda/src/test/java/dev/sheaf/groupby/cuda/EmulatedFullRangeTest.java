package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.scan.KeyRanges;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys that take the whole range of their type, so that no word is left over to mark a free slot, with kernels
/// run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedFullRangeTest {
    private static final int ROWS = 1_200;

    private final EmulatedDevice device = EmulatedDevice.create(1L << 30);

    private static long any(int row) {
        return row % 37 * 0x9e37_79b9_7f4a_7c15L;
    }

    private static <T> T[] keys(IntFunction<T> key, IntFunction<T[]> array) {
        return IntStream.range(0, ROWS).mapToObj(key).toArray(array);
    }

    private static Long ofLongs(int row) {
        return switch (row % 7) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            case 2 -> -1L;
            default -> any(row);
        };
    }

    private static Integer ofInts(int row) {
        return ofLongs(row) == Long.MAX_VALUE ? Integer.MAX_VALUE : (int) (ofLongs(row) >> 32);
    }

    private static Double ofDoubles(int row) {
        return switch (row % 7) {
            case 0 -> Double.NaN;
            case 1 -> Double.NEGATIVE_INFINITY;
            case 2 -> -Double.MAX_VALUE;
            case 3 -> Double.MAX_VALUE;
            default -> row % 37 - 18.0;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash", "partition", "clustered"})
    void everyNumberOfATypeIsAKey(String strategy) {
        Table longs = Table.of("k", keys(EmulatedFullRangeTest::ofLongs, Long[]::new));
        Table ints = Table.of("k", keys(EmulatedFullRangeTest::ofInts, Integer[]::new));
        Table doubles = Table.of("k", keys(EmulatedFullRangeTest::ofDoubles, Double[]::new));

        assertThat(choice(longs, strategy)).doesNotContain("general");
        assertThat(choice(ints, strategy)).doesNotContain("general");
        assertThat(choice(doubles, strategy)).doesNotContain("general");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash", "partition", "clustered"})
    void nullIsOneMore(String strategy) {
        Table longs = Table.of("k", keys(row -> row % 11 == 0 ? null : ofLongs(row), Long[]::new));
        Table doubles = Table.of("k", keys(row -> row % 11 == 0 ? null : ofDoubles(row), Double[]::new));

        assertThat(choice(longs, strategy)).doesNotContain("general");
        assertThat(choice(doubles, strategy)).doesNotContain("general");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash", "partition", ""})
    void theNumbersWithoutAWordAreNotLost(String strategy) {
        for (long spare : KeyRanges.SPARE) {
            Table table = Table.of("k", keys(row -> row % 5 == 0 ? Long.valueOf(spare) : ofLongs(row), Long[]::new));

            assertThat(choice(table, strategy)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash", "partition", "clustered", ""})
    void theLastOfAllWordsOfSeveralKeysIsAKey(String strategy) {
        Integer[] one = keys(row -> row % 7 == 0 ? 65_535 : row * 7_919 % 65_536, Integer[]::new);
        Integer[] other = keys(row -> row % 7 == 0 ? 65_535 : row % 3 * 31, Integer[]::new);
        Integer[] third = keys(row -> row % 7 == 0 ? 65_535 : row % 2, Integer[]::new);

        assertThat(choice(Table.of("a", one, "b", other), strategy)).doesNotContain("general");
        assertThat(choice(Table.of("a", one, "b", other, "c", third, "d", one), strategy))
                .doesNotContain("general");
    }

    /// How a table was grouped, whose groups are those of the CPU.
    private String choice(Table table, String strategy) {
        try (table;
                MemoryPool pool = MemoryPool.withLimit(1L << 30)) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .threads(2)
                    .settings(new Settings(Map.of("cuda.strategy", strategy)))
                    .build();
            Backend cpu = Backends.all().stream()
                    .filter(backend -> backend.name().equals("cpu"))
                    .findFirst()
                    .orElseThrow();

            Map<List<@Nullable Object>, Long> found = groups(device.backend(), table, context);

            assertThat(found).isEqualTo(groups(cpu, table, context));
            return context.decisions().stream()
                    .map(Decision::choice)
                    .filter(choice -> choice.startsWith("cuda: "))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// How many rows each group has.
    private static Map<List<@Nullable Object>, Long> groups(Backend backend, Table table, QueryContext context) {
        List<String> keys = table.schema().names();
        GroupByRequest request = GroupBy.on(table, keys.toArray(String[]::new))
                .nullKeys(NullKeys.INCLUDE)
                .request(count().as("n"));
        Map<List<@Nullable Object>, Long> groups = new HashMap<>();
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = backend.execute(request, input, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch open = batch) {
                    open.table().rows().forEach(row -> {
                        List<@Nullable Object> key = new ArrayList<>();
                        for (int i = 0; i < keys.size(); i++) {
                            key.add(row.get(i));
                        }
                        assertThat(groups.put(key, (Long) row.get(keys.size())))
                                .as("%s", key)
                                .isNull();
                    });
                }
            }
        }
        return groups;
    }
}
