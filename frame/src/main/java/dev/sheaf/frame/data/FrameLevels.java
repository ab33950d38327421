package dev.sheaf.frame.data;

import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import java.util.List;

/// Frames whose levels of the index became columns, went, or changed their order; bytes are shared. Levels are called
/// as [IndexLevels] says.
public final class FrameLevels {
    private FrameLevels() {}

    /// The levels of the index as the first columns, and a range as index.
    public static Frame asColumns(Frame frame) {
        return asColumns(frame, IndexLevels.names(frame.index()));
    }

    /// Some levels of the index as the first columns, in the index's order, and the others as index; without
    /// others a range.
    ///
    /// @throws IllegalArgumentException if there is no such level, or a column of its name
    public static Frame asColumns(Frame frame, List<String> names) {
        Index index = frame.index();
        Frame rest = without(frame, names);
        List<FrameColumn> levels = IndexLevels.columns(index.copy(), frame.options());
        ColumnAccessor<FrameColumn> all = rest.columns();
        for (int level = index.levels() - 1; level >= 0; level--) {
            String name = IndexLevels.name(index, level);
            if (names.contains(name)) {
                all = all.insert(0, Label.of(name), levels.get(level));
            }
        }
        return new Frame(all, rest.index(), frame.options());
    }

    /// The levels of the index under other names as the first columns, and a range as index.
    public static Frame asColumnsNamed(Frame frame, List<String> names) {
        return asColumns(frame.with(frame.columns()).reindexed(frame.index().named(names)));
    }

    /// The columns without some levels of the index; without all of them under a range.
    ///
    /// @throws IllegalArgumentException if there is no such level
    public static Frame without(Frame frame, List<String> names) {
        return under(IndexLevels.without(frame.index(), names, frame.options()), frame);
    }

    /// The same columns with the levels of the index in another order.
    ///
    /// @throws IllegalArgumentException if the names are not those of the levels, each once
    public static Frame ordered(Frame frame, List<String> names) {
        return under(IndexLevels.ordered(frame.index(), names), frame);
    }

    private static Frame under(Index index, Frame frame) {
        return new Frame(frame.columns().map(column -> column.share(frame.options())), index, frame.options());
    }

    /// The labels alone as columns, called by the levels' names, a level each, under the same labels.
    public static Frame labels(Frame frame) {
        Index index = frame.index();
        List<Label> names = IndexLevels.names(index).stream().map(Label::of).toList();
        List<FrameColumn> levels = IndexLevels.columns(index.copy(), frame.options());
        return new Frame(ColumnAccessor.of(names, levels), index.copy(), frame.options());
    }
}
