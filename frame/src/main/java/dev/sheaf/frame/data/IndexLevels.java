package dev.sheaf.frame.data;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The levels of an index by name, and their labels as columns. A level without a name is `index`, of several levels
/// `level_0`, `level_1`, ...
final class IndexLevels {
    private IndexLevels() {}

    static List<String> names(Index index) {
        return IntStream.range(0, index.levels())
                .mapToObj(level -> name(index, level))
                .toList();
    }

    static String name(Index index, int level) {
        String own = index.names().get(level);
        return !own.isEmpty() ? own : index.levels() == 1 ? "index" : "level_" + level;
    }

    /// The position of the level of a name.
    ///
    /// @throws IllegalArgumentException if there is none
    static int position(Index index, String name) {
        int level = names(index).indexOf(name);
        if (level < 0) {
            throw new IllegalArgumentException(
                    "the index has no level \"" + name + "\"; its levels are " + names(index));
        }
        return level;
    }

    /// The index without some levels; without all of them a range.
    ///
    /// @throws IllegalArgumentException if there is no such level
    static Index without(Index index, List<String> names, FrameOptions options) {
        names.forEach(name -> position(index, name));
        List<String> kept = new ArrayList<>();
        List<FrameColumn> levels = new ArrayList<>();
        List<FrameColumn> all = names.containsAll(names(index)) ? List.of() : columns(index.copy(), options);
        for (int level = 0; level < all.size(); level++) {
            if (!names.contains(name(index, level))) {
                kept.add(index.names().get(level));
                levels.add(all.get(level));
            }
        }
        return kept.isEmpty() ? RangeIndex.of(index.size()) : Index.of(kept, levels);
    }

    /// The index with its levels in another order.
    ///
    /// @throws IllegalArgumentException if the names are not those of the levels, each once
    static Index ordered(Index index, List<String> names) {
        if (names.size() != index.levels() || names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException(names + " are not the levels of the index, each once: " + names(index));
        }
        int[] order = names.stream().mapToInt(name -> position(index, name)).toArray();
        Index all = index.copy();
        return order.length == 1
                ? all
                : Index.of(
                        IntStream.of(order).mapToObj(all.names()::get).toList(),
                        IntStream.of(order).mapToObj(all.columns()::get).toList());
    }

    /// The labels as columns, one a level; a range is made into one, of parts if it is large.
    static List<FrameColumn> columns(Index index, FrameOptions options) {
        if (!(index instanceof RangeIndex range)) {
            return index.columns();
        }
        if (!options.isLarge(range.size() * Long.BYTES)) {
            return List.of(labels(range, 0, range.size(), options));
        }
        long partRows = Math.max(1, options.partBytes() / Long.BYTES);
        List<FrameColumn> parts = new ArrayList<>();
        try {
            for (long from = 0; from < range.size(); from += partRows) {
                parts.add(labels(range, from, Math.min(partRows, range.size() - from), options));
            }
            return List.of(FrameColumn.concat(parts, options));
        } finally {
            parts.forEach(FrameColumn::close);
        }
    }

    private static FrameColumn labels(RangeIndex range, long from, long rows, FrameOptions options) {
        return options.allocate(pool -> FrameColumn.of(range.labels(from, rows, pool), pool));
    }

    /// The labels as a table of a column a level, to be closed; a range is made into one.
    static Table table(Index index, FrameOptions options) {
        List<Field> fields = new ArrayList<>();
        for (int level = 0; level < index.levels(); level++) {
            fields.add(new Field("level " + level, index.types().get(level)));
        }
        return new Table(new Schema(fields), options.allocate(index::read), index.size());
    }
}
