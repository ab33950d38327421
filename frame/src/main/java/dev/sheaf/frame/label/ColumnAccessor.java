package dev.sheaf.frame.label;

import dev.sheaf.column.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Columns (or what stands for them) in order, found by label, by the first parts of labels, by wildcard,
/// by position, and by what they are.
///
/// Immutable: what changes it gives another one, for one entry a column. Labels are distinct, and so are
/// their [Label#name()]s. A label that is not there is an [IllegalArgumentException] that lists the columns
/// and the nearest name.
public final class ColumnAccessor<T> {
    private final List<Label> labels;
    private final List<T> columns;
    private final Map<String, Integer> positions;

    private ColumnAccessor(List<Label> labels, List<T> columns) {
        this.labels = List.copyOf(labels);
        this.columns = List.copyOf(columns);
        this.positions = LinkedHashMap.newLinkedHashMap(labels.size());
        for (Label label : this.labels) {
            if (positions.putIfAbsent(label.name(), positions.size()) != null) {
                throw new IllegalArgumentException(
                        "two columns are named \"" + label.name() + "\"; rename one of them");
            }
        }
    }

    /// These columns under these labels.
    ///
    /// @throws IllegalArgumentException if their numbers differ, or two labels have one name
    public static <T> ColumnAccessor<T> of(List<Label> labels, List<T> columns) {
        if (labels.size() != columns.size()) {
            throw new IllegalArgumentException(labels.size() + " labels for " + columns.size() + " columns");
        }
        return new ColumnAccessor<>(labels, columns);
    }

    /// The number of columns.
    public int size() {
        return columns.size();
    }

    /// The labels in order.
    public List<Label> labels() {
        return labels;
    }

    /// The columns in order.
    public List<T> columns() {
        return columns;
    }

    /// The names of the labels in order.
    public List<String> names() {
        return List.copyOf(positions.keySet());
    }

    /// Whether there is a column of this name.
    public boolean contains(String name) {
        return positions.containsKey(name);
    }

    /// The position of a label.
    public int position(Label label) {
        return position(label.name());
    }

    /// The position of a name.
    public int position(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("column \"" + name + "\" not found; columns: "
                        + labels.stream().map(Label::toString).collect(Collectors.joining(", ")) + "."
                        + Names.didYouMean(name, names())));
    }

    private OptionalInt find(String name) {
        Integer position = positions.get(name);
        return position == null ? OptionalInt.empty() : OptionalInt.of(position);
    }

    /// The column of a label.
    public T get(Label label) {
        return columns.get(position(label));
    }

    /// The column of a name.
    public T get(String name) {
        return columns.get(position(name));
    }

    /// The columns at these positions, in the order given; negative ones count from the end.
    ///
    /// @throws IndexOutOfBoundsException for a position that is not there
    public ColumnAccessor<T> at(int... wanted) {
        return chosen(IntStream.of(wanted)
                .map(position -> position < 0 ? position + size() : position)
                .boxed()
                .toList());
    }

    /// The columns of these labels, in the order given.
    public ColumnAccessor<T> select(Collection<Label> wanted) {
        return chosen(wanted.stream().map(this::position).toList());
    }

    /// The columns whose labels start with `prefix`, under what follows it: of `(units, sum)` and `(units,
    /// mean)` by `units` the columns `sum` and `mean`. A column of just that label keeps its last part.
    public ColumnAccessor<T> under(Label prefix) {
        ColumnAccessor<T> found = where((label, _) -> label.startsWith(prefix));
        if (found.size() == 0) {
            position(prefix);
        }
        return found.relabelled(label -> label.without(prefix.parts().size()));
    }

    /// The columns whose names match a pattern of `*` (any text) and `?` (any character).
    public ColumnAccessor<T> matching(String wildcard) {
        String regex = wildcard.codePoints()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
        Pattern pattern = Pattern.compile(regex, Pattern.DOTALL);
        return where((label, _) -> pattern.matcher(label.name()).matches());
    }

    /// The columns that fulfil a condition.
    public ColumnAccessor<T> where(Predicate<T> condition) {
        return where((_, column) -> condition.test(column));
    }

    private interface Choice<T> {
        boolean test(Label label, T column);
    }

    private ColumnAccessor<T> where(Choice<T> choice) {
        return chosen(IntStream.range(0, size())
                .filter(i -> choice.test(labels.get(i), columns.get(i)))
                .boxed()
                .toList());
    }

    private ColumnAccessor<T> chosen(List<Integer> chosen) {
        return new ColumnAccessor<>(
                chosen.stream().map(labels::get).toList(),
                chosen.stream().map(columns::get).toList());
    }

    /// All columns but those of these labels.
    public ColumnAccessor<T> drop(Collection<Label> unwanted) {
        List<Integer> dropped = unwanted.stream().map(this::position).toList();
        return chosen(IntStream.range(0, size())
                .filter(i -> !dropped.contains(i))
                .boxed()
                .toList());
    }

    /// With a column more at a position, from 0 to [#size()].
    ///
    /// @throws IllegalArgumentException if there is a column of that name
    public ColumnAccessor<T> insert(int position, Label label, T column) {
        List<Label> newLabels = new ArrayList<>(labels);
        List<T> newColumns = new ArrayList<>(columns);
        newLabels.add(position, label);
        newColumns.add(position, column);
        return new ColumnAccessor<>(newLabels, newColumns);
    }

    /// With a column in the place of the one of its name, or at the end if there is none.
    public ColumnAccessor<T> put(Label label, T column) {
        if (!contains(label.name())) {
            return insert(size(), label, column);
        }
        List<T> newColumns = new ArrayList<>(columns);
        newColumns.set(position(label), column);
        return new ColumnAccessor<>(labels, newColumns);
    }

    /// The same columns under other labels.
    public ColumnAccessor<T> relabelled(UnaryOperator<Label> relabel) {
        return new ColumnAccessor<>(labels.stream().map(relabel).toList(), columns);
    }

    /// Other columns under the same labels.
    public <R> ColumnAccessor<R> map(Function<T, R> mapping) {
        List<R> mapped = columns.stream().map(mapping).toList();
        return new ColumnAccessor<>(labels, mapped);
    }
}
