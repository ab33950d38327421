package dev.sheaf.query.bounds;

import dev.sheaf.column.SortDirection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Puts blocks in the order in which they may hold the first rows by a column, as far as bounds tell: first
/// those of which that is not known, last those that have nothing but nulls, where nulls come last.
public final class BlockOrder {
    private BlockOrder() {}

    /// Blocks of which the same is known stay in their order. `known` tells what is known of the column in a
    /// block.
    public static <B> List<B> of(List<B> blocks, Function<B, @Nullable ValueBounds> known, SortDirection direction) {
        return blocks.stream()
                .map(block -> ranked(block, known.apply(block), direction))
                .sorted(Comparator.comparing((Ranked<B> ranked) -> ranked.rank())
                        .thenComparing((a, b) -> compare(a.bound(), b.bound(), direction.descending())))
                .map(Ranked::block)
                .toList();
    }

    private enum Rank {
        UNKNOWN,
        BOUNDED,
        NULLS
    }

    private record Ranked<B>(B block, Rank rank, Optional<Object> bound) {}

    private static <B> Ranked<B> ranked(B block, @Nullable ValueBounds bounds, SortDirection direction) {
        if (bounds == null || (direction.nullsFirst() && bounds.mayBeNull())) {
            return new Ranked<>(block, Rank.UNKNOWN, Optional.empty());
        }
        if (!direction.nullsFirst() && !bounds.mayBeValid()) {
            return new Ranked<>(block, Rank.NULLS, Optional.empty());
        }
        // NaN is greater than all numbers.
        Optional<Object> greatest = bounds.mayHoldNan() ? Optional.empty() : bounds.max();
        Optional<Object> bound = direction.descending() ? greatest : bounds.min();
        return new Ranked<>(block, bound.isPresent() ? Rank.BOUNDED : Rank.UNKNOWN, bound);
    }

    /// Bounds of one column have one type, so they compare unless they are missing.
    private static int compare(Optional<Object> a, Optional<Object> b, boolean descending) {
        if (a.isEmpty() || b.isEmpty()) {
            return 0;
        }
        int order = switch (BoundValue.compare(a.get(), b.get())) {
            case LESS -> -1;
            case GREATER -> 1;
            case EQUAL, UNKNOWN -> 0;
        };
        return descending ? -order : order;
    }
}
