package dev.sheaf.benchmarks.data;

import dev.sheaf.cli.datagen.GroupByDataset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How the table of db-benchmark is varied.
public enum Variant {
    /// K = 100: 100 values in the small keys, N / 100 in the large ones.
    BASE,
    /// K = 2: N / 2 groups in the large keys.
    K2,
    /// 5 % nulls in all columns.
    NULLS,
    /// Rows in the order of all keys.
    SORTED,
    /// Keys by Zipf's law with exponent 1.
    ZIPF;

    private static final int GROUPS = 100;
    private static final int NULL_PERCENT = 5;
    private static final long SEED = 108;

    /// The variants of these names, or all of them for `all`.
    ///
    /// @throws IllegalArgumentException for a name that is not among them
    public static List<Variant> named(List<String> names) {
        return names.stream().flatMap(Variant::named).distinct().toList();
    }

    private static Stream<Variant> named(String name) {
        if (name.equalsIgnoreCase("all")) {
            return Stream.of(values());
        }
        return Stream.of(Stream.of(values())
                .filter(variant -> variant.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no variant \"" + name + "\"; there are "
                        + Stream.of(values()).map(Variant::toString).collect(Collectors.joining(", ")) + ", and all")));
    }

    /// The table of this variant.
    public GroupByDataset dataset(long rows) {
        int groups = (int) Math.min(this == K2 ? 2 : GROUPS, Math.max(1, rows));
        int nulls = this == NULLS ? NULL_PERCENT : 0;
        return new GroupByDataset(rows, groups, nulls, this == SORTED, this == ZIPF ? 1 : 0, SEED, true);
    }

    /// As it is written on the command line.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
