package dev.sheaf.frame.verb;

import dev.sheaf.column.DataType;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Columns chosen by label, position or type; rows stay. What is chosen shares its bytes.
///
/// A label that is not there is an [IllegalArgumentException] that lists the columns and the nearest name.
public interface ColumnVerbs<F> {
    /// Any choice of columns; the others here are made of it: `frame.choose(all -> all.at(0, -1))`.
    F choose(UnaryOperator<ColumnAccessor<FrameColumn>> choice);

    /// These columns, in this order.
    default F select(String... columns) {
        return choose(all -> all.select(labels(columns)));
    }

    /// The columns whose labels start with these parts, under what follows: `under("units")` of `(units,
    /// sum)` has `sum`.
    default F under(String... prefix) {
        return choose(all -> all.under(Label.of(prefix)));
    }

    /// The columns whose names match a pattern of `*` and `?`.
    default F selectMatching(String wildcard) {
        return choose(all -> all.matching(wildcard));
    }

    /// The columns of some types: `selectTypes(DataType::isNumeric)`.
    default F selectTypes(Predicate<DataType> types) {
        return choose(all -> all.where(column -> types.test(column.type())));
    }

    /// The columns at some positions, negative ones counted from the end.
    ///
    /// @throws IndexOutOfBoundsException for one that is not there
    default F selectAt(int... positions) {
        return choose(all -> all.at(positions));
    }

    /// All columns but these.
    default F drop(String... columns) {
        return choose(all -> all.drop(labels(columns)));
    }

    /// The same columns, one under another name.
    default F rename(String from, String to) {
        return choose(all -> {
            int renamed = all.position(from);
            return all.relabelled(label -> all.position(label) == renamed ? Label.of(to) : label);
        });
    }

    /// The same columns under the labels that a function gives.
    default F relabel(UnaryOperator<Label> labels) {
        return choose(all -> all.relabelled(labels));
    }

    /// The same columns, each with a text in front of its label; of a tuple in front of its first part.
    default F addPrefix(String prefix) {
        return relabel(label -> {
            List<String> parts = new ArrayList<>(label.parts());
            parts.set(0, prefix + parts.getFirst());
            return new Label(parts);
        });
    }

    /// The same columns, each with a text behind its label; of a tuple behind its last part.
    default F addSuffix(String suffix) {
        return relabel(label -> {
            List<String> parts = new ArrayList<>(label.parts());
            parts.set(parts.size() - 1, parts.getLast() + suffix);
            return new Label(parts);
        });
    }

    private static List<Label> labels(String... names) {
        return Arrays.stream(names).map(Label::of).toList();
    }
}
