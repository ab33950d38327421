package dev.sheaf.cli.datagen;

import dev.sheaf.column.DataType;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;

/// The table of db-benchmark's group-by task: N rows, K groups in the small keys, N / K in the large ones.
///
/// | column | type | values |
/// |---|---|---|
/// | id1, id2 | string | `id001` to K |
/// | id3 | string | `id0000000001` to N / K |
/// | id4, id5 | int32 | 1 to K |
/// | id6 | int32 | 1 to N / K |
/// | v1 | int32 | 1 to 5 |
/// | v2 | int32 | 1 to 15 |
/// | v3 | float64 | 0 to 100, rounded to 6 digits |
///
/// All uniform and independent. With `nullPercent` p, p % of the distinct values of each key column are null in
/// all their rows, and p % of the rows of each value column, drawn independently. With `sorted`, rows are in
/// the order of id1 to id6, nulls first. `zipf` above 0 skews every key by Zipf's law with that exponent. id1
/// and id2 come as dictionaries if `dictionaries` is set, else plain; id3 is always plain. The shape is
/// db-benchmark's; the random numbers are not those of its R script.
///
/// @see <a
///     href="https://github.com/duckdblabs/db-benchmark/blob/main/_data/groupby-datagen.R">groupby-datagen.R</a>
public record GroupByDataset(
        long rows, int groups, int nullPercent, boolean sorted, double zipf, long seed, boolean dictionaries)
        implements GeneratedTable {
    private static final double MICRO = 1e6;

    /// @throws IllegalArgumentException if `groups` is not between 1 and `rows`, the large keys would pass
    ///     2^31 - 1, `nullPercent` is not between 0 and 100, `zipf` is negative, or a sorted table has too many
    /// rows     or groups
    public GroupByDataset {
        check(groups >= 1 && (groups <= rows || rows == 0), groups + " groups need at least as many rows");
        check(rows / groups <= Integer.MAX_VALUE, rows + " rows need more groups than " + groups);
        check(nullPercent >= 0 && nullPercent <= 100, "nulls go from 0 to 100 percent");
        check(zipf >= 0, "a Zipf exponent is not negative");
        check(!sorted || groups <= SortedKeys.MAX_GROUPS, "a sorted table has at most 999 groups");
        check(!sorted || rows <= SortedKeys.MAX_ROWS, "a sorted table has at most " + SortedKeys.MAX_ROWS + " rows");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /// No nulls, not sorted, uniform, plain texts.
    public static GroupByDataset of(long rows, int groups, long seed) {
        return new GroupByDataset(rows, groups, 0, false, 0, seed, false);
    }

    @Override
    public String title() {
        return "generated group-by table, " + groups + " groups, seed " + seed;
    }

    @Override
    public List<GeneratedColumn> columns() {
        return columns(keys());
    }

    /// Starts a scan. A sorted table is sorted here: N log N, 16 bytes a row on the heap until the scan ends.
    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return GeneratedSource.scan(columns(sorted ? SortedKeys.sort(rows, keys()) : keys()), scan.columns(), rows);
    }

    /// id1 to id6 as numbers from 0 on.
    private List<KeyNumbers> keys() {
        return IntStream.rangeClosed(1, 6)
                .mapToObj(number -> key("id" + number, number % 3 == 0 ? Math.max(1, rows / groups) : groups))
                .toList();
    }

    private KeyNumbers key(String name, long count) {
        return KeyNumbers.drawn(count, nullPercent, zipf, Draws.of(seed, name), Draws.of(seed, "nulls of " + name));
    }

    private List<GeneratedColumn> columns(List<KeyNumbers> keys) {
        return List.of(
                text("id1", 3, keys.get(0)),
                text("id2", 3, keys.get(1)),
                text("id3", 10, keys.get(2)),
                number("id4", keys.get(3)),
                number("id5", keys.get(4)),
                number("id6", keys.get(5)),
                value("v1", 5),
                value("v2", 15),
                GeneratedColumn.doubles("v3", fractions(Draws.of(seed, "v3")), nullRows("v3")));
    }

    private GeneratedColumn text(String name, int digits, KeyNumbers key) {
        Texts texts = Texts.numbered("id", digits, key.count());
        return GeneratedColumn.texts(name, texts, key.numbers(), key.nulls(), dictionaries && digits == 3);
    }

    private static GeneratedColumn number(String name, KeyNumbers key) {
        return GeneratedColumn.ints(name, DataType.INT32, row -> key.numbers().at(row) + 1, key.nulls());
    }

    private GeneratedColumn value(String name, int count) {
        Numbers numbers = Numbers.below(count, 0, Draws.of(seed, name));
        return GeneratedColumn.ints(name, DataType.INT32, row -> numbers.at(row) + 1, nullRows(name));
    }

    private static LongToDoubleFunction fractions(Draws draws) {
        return row -> Math.rint(draws.unit(row) * 100 * MICRO) / MICRO;
    }

    private LongPredicate nullRows(String name) {
        if (nullPercent == 0) {
            return GeneratedColumn.NO_NULLS;
        }
        Draws draws = Draws.of(seed, "nulls of " + name);
        return row -> draws.below(row, 100) < nullPercent;
    }
}
