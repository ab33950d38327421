package dev.sheaf.sql.change.catalogue;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The transaction of a session, from BEGIN to its end: what there was before, and whether a statement of it failed.
/// Not thread-safe: the [Catalogue] guards it.
final class OpenTransaction {
    private @Nullable Snapshot before;

    /// The first failure of a statement.
    private @Nullable Throwable failure;

    /// Begins unless one is under way; false if one is.
    boolean begin(Supplier<Snapshot> now) {
        if (before != null) {
            return false;
        }
        before = now.get();
        return true;
    }

    /// What there was before; null if none is under way.
    @Nullable
    Snapshot before() {
        return before;
    }

    /// Aborts the transaction that began with a snapshot, unless it has ended.
    @SuppressWarnings("ReferenceEquality") // another transaction may begin with the same
    void abort(@Nullable Snapshot during, Throwable thrown) {
        if (during != null && during == before && failure == null) {
            failure = thrown;
        }
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /// Ends the transaction, and gives what there was before it; empty if none was under way.
    Optional<Snapshot> end() {
        Optional<Snapshot> ended = Optional.ofNullable(before);
        before = null;
        failure = null;
        return ended;
    }
}
