package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Rows that [FastStrategies] are compared over, and the groups that a map on the host has of them.
record FastRows(List<@Nullable Object> keys, List<Object> texts, List<@Nullable Object> wholes, List<Object> reals) {
    private static final Schema SCHEMA = Schema.of(
            new Field("key", DataType.INT32, true),
            new Field("text", DataType.STRING, false),
            new Field("whole", DataType.INT64, true),
            new Field("real", DataType.FLOAT64, false));

    /// What a group comes to.
    static final class Expected {
        long rows;

        @Nullable
        Long sum;

        @Nullable
        Long least;

        double greatest = Double.NEGATIVE_INFINITY;
        double total;
    }

    /// @param stay of how many rows all but one have the key of the row before
    static FastRows random(SplittableRandom random, int rows, int groups, int stay) {
        List<@Nullable Object> keys = new ArrayList<>();
        List<Object> texts = new ArrayList<>();
        List<@Nullable Object> wholes = new ArrayList<>();
        List<Object> reals = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            boolean stays = row > 0 && random.nextInt(stay) != 0;
            Integer key = random.nextInt(20) == 0 ? null : Integer.valueOf(random.nextInt(groups) - groups / 2);
            keys.add(stays ? keys.getLast() : key);
            texts.add(stays ? texts.getLast() : "k%02d".formatted(random.nextInt(12)));
            wholes.add(random.nextInt(3) == 0 ? null : Long.valueOf(random.nextLong(1L << 40) - (1L << 39)));
            reals.add(random.nextInt(1 << 20) / 64.0 - 100);
        }
        return new FastRows(keys, texts, wholes, reals);
    }

    /// The groups by key, or by key and text.
    Map<List<@Nullable Object>, Expected> groups(boolean byText, boolean keepsNulls) {
        Map<List<@Nullable Object>, Expected> groups = new HashMap<>();
        for (int row = 0; row < keys.size(); row++) {
            if (keys.get(row) == null && !keepsNulls) {
                continue;
            }
            List<@Nullable Object> key =
                    byText ? Arrays.asList(keys.get(row), texts.get(row)) : Collections.singletonList(keys.get(row));
            Expected group = groups.computeIfAbsent(key, _ -> new Expected());
            group.rows++;
            group.greatest = Math.max(group.greatest, (Double) reals.get(row));
            group.total += (Double) reals.get(row);
            if (wholes.get(row) instanceof Long whole) {
                group.sum = group.sum == null ? whole : Long.valueOf(group.sum + whole);
                group.least = group.least == null ? whole : Long.valueOf(Math.min(group.least, whole));
            }
        }
        return groups;
    }

    Table table(MemoryPool pool) {
        return new Sample(SCHEMA, List.of(keys, texts, wholes, reals), List.of(false, false, false, false), 0)
                .build(pool);
    }
}
