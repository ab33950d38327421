package dev.sheaf.frame;

import dev.sheaf.plan.JoinKind;
import java.util.List;
import java.util.Optional;

/// How [DataFrame#merge(DataFrame, Merge)] puts two frames together by columns that are equal.
/// `Merge.on("region").kind(JoinKind.LEFT).suffixes("_sold", "_asked").indicator("found").expect(Pairing.MANY_TO_ONE)`
///
/// Nulls are equal to nothing. Columns of the index are had by [DataFrame#resetIndex()].
///
/// @param left the columns of the first frame
/// @param right those of the other, one for each; a column of one name on both sides comes once
/// @param kind which rows come that have no partner
/// @param leftSuffix what names that both frames have get behind them for the first one's
/// @param rightSuffix and for the other's
/// @param pairing what is checked of the keys
/// @param indicator the column that says where a row is from: `both`, `left_only` or `right_only`
public record Merge(
        List<String> left,
        List<String> right,
        JoinKind kind,
        String leftSuffix,
        String rightSuffix,
        Pairing pairing,
        Optional<String> indicator) {
    /// How often keys may come.
    public enum Pairing {
        /// Nothing is checked.
        MANY_TO_MANY(false, false),
        /// Once in the other frame.
        MANY_TO_ONE(false, true),
        /// Once in the first frame.
        ONE_TO_MANY(true, false),
        /// Once in each.
        ONE_TO_ONE(true, true);

        final boolean isLeftUnique;
        final boolean isRightUnique;

        Pairing(boolean isLeftUnique, boolean isRightUnique) {
            this.isLeftUnique = isLeftUnique;
            this.isRightUnique = isRightUnique;
        }
    }

    /// @throws IllegalArgumentException if there are not as many columns on both sides, or an indicator of a kind
    ///     that gives no columns of the other frame
    public Merge {
        left = List.copyOf(left);
        right = List.copyOf(right);
        if (left.size() != right.size()) {
            throw new IllegalArgumentException(left + " are not as many columns as " + right);
        }
        if (indicator.isPresent() && !kind.givesRight()) {
            throw new IllegalArgumentException("a " + kind.label() + " join says of no row where it is from");
        }
    }

    /// By columns that both frames have; INNER.
    public static Merge on(String... columns) {
        return on(List.of(columns), List.of(columns));
    }

    /// By columns of other names on the other side, in the same order; both come.
    public static Merge on(List<String> left, List<String> right) {
        return new Merge(left, right, JoinKind.INNER, "", "_right", Pairing.MANY_TO_MANY, Optional.empty());
    }

    /// The same of another kind.
    public Merge kind(JoinKind other) {
        return new Merge(left, right, other, leftSuffix, rightSuffix, pairing, indicator);
    }

    /// The same with other suffixes for names that both frames have.
    public Merge suffixes(String ofLeft, String ofRight) {
        return new Merge(left, right, kind, ofLeft, ofRight, pairing, indicator);
    }

    /// The same, if keys come as often as expected; else the merge is an IllegalArgumentException.
    public Merge expect(Pairing expected) {
        return new Merge(left, right, kind, leftSuffix, rightSuffix, expected, indicator);
    }

    /// The same with a column, the last one, that says where each row is from.
    public Merge indicator(String column) {
        return new Merge(left, right, kind, leftSuffix, rightSuffix, pairing, Optional.of(column));
    }

    /// Whether a column of the first frame is one that both are merged by, under one name.
    boolean isShared(String column) {
        int place = left.indexOf(column);
        return place >= 0 && right.get(place).equals(column);
    }
}
