package dev.sheaf.window;

import dev.sheaf.column.Column;
import org.jspecify.annotations.Nullable;

/// What the rows so far leave to the next ones where a run is computed in parts: one for each function. Empty at
/// the start of a run. Not thread-safe.
public final class Carry implements AutoCloseable {
    /// Rows, groups of peers, and values that were not null.
    long rows;

    long groups;
    long valid;

    /// The exact sum, or the product.
    long low;

    long high;

    /// The state of a fold of floats.
    double @Nullable [] state;

    /// The value that was chosen last, one row.
    @Nullable
    Column chosen;

    /// What there is at the start of a run: nothing.
    public Carry() {}

    /// Takes over a value in place of the one before.
    void choose(Column value) {
        close();
        chosen = value;
    }

    @Override
    public void close() {
        if (chosen != null) {
            chosen.close();
            chosen = null;
        }
    }
}
