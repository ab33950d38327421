package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Functions whose value in a row is that of some row, such as LAG and FIRST_VALUE. They find the rows, as a
/// [GatherMap]; values of every type are gathered by it afterwards, each once.
record GatherFunctions(Runs runs, Start start) {

    /// The value that the rows before have left, if there is one.
    Optional<Column> carried() {
        return Optional.ofNullable(start.carried()).flatMap(carry -> Optional.ofNullable(carry.chosen));
    }

    /// The chosen values of a column of the table, in its order. The row behind the last is `extra`. In parts of a run
    /// the last one is left to the next part.
    Column taken(Column values, Optional<Column> extra, Consumer<GatherMap> choice) {
        try (Column all = with(values, extra, runs.pool());
                Buffer chosen = runs.tableInts()) {
            GatherMap map = new GatherMap(runs, Ints.of(chosen.segment()));
            choice.accept(map);
            leave(all, map.out());
            return Take.rows(all, chosen.segment(), runs.tableRows(), runs.pool(), runs.tasks());
        }
    }

    /// Values and one more behind them, if there is one.
    static Column with(Column values, Optional<Column> extra, MemoryPool pool) {
        return extra.map(each -> Concat.columns(values.type().decoded(), List.of(values, each), pool))
                .orElseGet(values::retain);
    }

    private void leave(Column all, Ints chosen) {
        int last = runs.rowCount() - 1;
        if (start.carried() == null || last < 0) {
            return;
        }
        int place = runs.rows().get(last);
        if (chosen.get(place) >= 0) {
            start.carried().choose(Take.rows(all, new int[] {chosen.get(place)}, 1, runs.pool()));
        }
    }
}
