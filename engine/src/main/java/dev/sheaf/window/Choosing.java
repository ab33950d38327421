package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// Functions that choose for each row the row that its value comes from, so that they take values of every type.
record Choosing(Runs runs, Start start) {

    /// Makes the loop that chooses rows of `values`, which end with the extra row if there is one.
    interface Choice {
        Runs.Loop loop(Column values, MemorySegment chosen);
    }

    /// The value that the rows before have left, if there is one.
    Optional<Column> carried() {
        return Optional.ofNullable(start.carried()).flatMap(carry -> Optional.ofNullable(carry.chosen));
    }

    /// The chosen values. The row behind the last is `extra`. In parts of a run the last one is left to the next part.
    Column taken(Column values, Optional<Column> extra, Choice choice) {
        try (Column all = extra.map(each -> with(values, each)).orElseGet(values::retain);
                Buffer chosen = runs.ints()) {
            runs.forEach(choice.loop(all, chosen.segment()));
            leave(all, chosen.segment());
            return Take.rows(all, chosen.segment(), runs.rowCount(), runs.pool(), runs.tasks());
        }
    }

    private Column with(Column values, Column extra) {
        return Concat.columns(values.type().decoded(), List.of(values, extra), runs.pool());
    }

    private void leave(Column all, MemorySegment chosen) {
        int last = runs.rowCount() - 1;
        if (start.carried() != null && last >= 0 && Runs.get(chosen, last) >= 0) {
            MemorySegment row = chosen.asSlice((long) last << 2, Integer.BYTES);
            start.carried().choose(Take.rows(all, row, 1, runs.pool()));
        }
    }
}
