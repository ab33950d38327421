package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.Tasks;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes the columns of a table on the threads of a query: of many rows one column after the other, each on all
/// threads, since columns differ in what they take; of fewer rows, columns side by side; of few rows, on this thread.
final class ColumnsMaker {
    /// From so many rows on a column is work for several threads.
    private static final long MANY_ROWS = 1 << 18;

    private final QueryContext context;
    private final long rows;

    /// For columns that take a pass over `rows` rows each, 0 if they are there already.
    ColumnsMaker(QueryContext context, long rows) {
        this.context = context;
        this.rows = rows;
    }

    /// Makes a column, with its rows spread over tasks.
    interface Maker {
        Column make(int index, Tasks tasks);
    }

    /// Columns 0 to `count - 1`; closes those that were made if one fails.
    List<Column> make(int count, Maker maker) {
        @Nullable Column[] made = new @Nullable Column[count];
        try {
            make(made, maker);
            return Arrays.stream(made).map(Objects::requireNonNull).toList();
        } catch (RuntimeException | Error failure) {
            Arrays.stream(made).filter(Objects::nonNull).forEach(Column::close);
            throw failure;
        }
    }

    private void make(@Nullable Column[] made, Maker maker) {
        if (rows == 0 || rows >= MANY_ROWS) {
            Tasks tasks = Workers.tasks(context);
            Arrays.setAll(made, i -> maker.make(i, tasks));
        } else {
            Workers.forEach(context, made.length, i -> made[i] = maker.make(i, Tasks.SEQUENTIAL));
        }
    }
}
