package dev.sheaf.frame.label;

import java.util.List;

/// What a column is called: a text, or a tuple of texts such as `(units, sum)`, which groups columns by its
/// first parts.
public record Label(List<String> parts) implements Comparable<Label> {
    /// @throws IllegalArgumentException if there is no part
    public Label {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a label has at least one part");
        }
    }

    /// A label of one text, or of several as a tuple.
    public static Label of(String... parts) {
        return new Label(List.of(parts));
    }

    /// Whether the label has several parts.
    public boolean isTuple() {
        return parts.size() > 1;
    }

    /// The name in expressions, plans and files: the parts joined with dots.
    public String name() {
        return String.join(".", parts);
    }

    /// Whether the first parts are those of `prefix`.
    public boolean startsWith(Label prefix) {
        return parts.size() >= prefix.parts.size()
                && parts.subList(0, prefix.parts.size()).equals(prefix.parts);
    }

    /// The label without its first `count` parts; at least the last part stays.
    public Label without(int count) {
        return new Label(parts.subList(Math.min(count, parts.size() - 1), parts.size()));
    }

    /// By the parts in turn.
    @Override
    public int compareTo(Label other) {
        for (int i = 0; i < Math.min(parts.size(), other.parts.size()); i++) {
            int order = parts.get(i).compareTo(other.parts.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(parts.size(), other.parts.size());
    }

    /// `units`, or `(units, sum)`.
    @Override
    public String toString() {
        return isTuple() ? "(" + String.join(", ", parts) + ")" : parts.getFirst();
    }
}
