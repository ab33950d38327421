package dev.sheaf.query;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.eval.Evaluator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of one part of a [CombinedFiles], in the columns of the whole. It is opened by the first
/// pull and closed when it is at its end, so that thousands of files do not lie open at once.
final class FileStream {
    /// Ordinals that a part has for itself if nobody knows how many rows it has.
    static final long ROOM = 1L << 40;

    private final FilePart part;
    private final Scan scan;
    private final Schema schema;
    private final long base;

    private @Nullable BatchSource source;
    private List<Evaluator> columns = List.of();
    private boolean ended;
    private int pulls;
    private long given;

    /// `base` is the ordinal of the part's first row.
    FileStream(FilePart part, Scan scan, Schema schema, long base) {
        this.part = part;
        this.scan = scan;
        this.schema = schema;
        this.base = base;
    }

    /// As [BatchSource#next].
    @Nullable
    Batch next(QueryContext context) {
        Pull pull = begin(context);
        if (pull == null) {
            return null;
        }
        Batch batch = null;
        try {
            batch = pull.source().next(context);
        } finally {
            end(batch == null ? pull : null);
        }
        return batch == null ? null : converted(batch, context);
    }

    /// A pull on the source, and how many batches it had given when the pull began.
    private record Pull(BatchSource source, long given) {}

    private synchronized @Nullable Pull begin(QueryContext context) {
        if (ended) {
            return null;
        }
        BatchSource open = source;
        if (open == null) {
            open = part.rows().scan(scan, context);
            source = open;
            columns = evaluators(open.schema());
        }
        pulls++;
        return new Pull(open, given);
    }

    private List<Evaluator> evaluators(Schema own) {
        return schema.fields().stream()
                .filter(field -> isComputed(field))
                .map(field -> Evaluator.compile(part.column(field), own))
                .toList();
    }

    /// Lists and structs are passed on or null; nothing is computed of them.
    private boolean isComputed(Field field) {
        return FilePart.isPlain(field.type()) || part.keepsType(field);
    }

    /// `atEnd` is the pull if it found nothing. The stream is at its end if no other pull gave a batch
    /// since it began, and none may give one yet.
    private synchronized void end(@Nullable Pull atEnd) {
        pulls--;
        given += atEnd == null ? 1 : 0;
        if (atEnd != null && pulls == 0 && given == atEnd.given()) {
            close();
        }
    }

    private Batch converted(Batch batch, QueryContext context) {
        try (batch) {
            return new Batch(table(batch.table(), context), base + batch.firstRow());
        }
    }

    private Table table(Table rows, QueryContext context) {
        List<Column> made = new ArrayList<>();
        try {
            int computed = 0;
            for (Field field : schema.fields()) {
                made.add(
                        isComputed(field)
                                ? columns.get(computed++).evaluate(rows, context.pool())
                                : nulls(field, rows.rowCount(), context));
            }
            return new Table(schema, made, rows.rowCount());
        } catch (RuntimeException | Error failure) {
            made.forEach(Column::close);
            throw failure;
        }
    }

    private static Column nulls(Field field, long rows, QueryContext context) {
        try (ColumnBuilder builder = new ColumnBuilder(field.type(), context.pool())) {
            for (long row = 0; row < rows; row++) {
                builder.appendNull();
            }
            return builder.build();
        }
    }

    synchronized boolean isAtEnd() {
        return ended;
    }

    /// As [BatchSource#lowestNextRow()].
    synchronized long lowestNextRow() {
        if (ended) {
            return Long.MAX_VALUE;
        }
        long lowest = source == null ? 0 : source.lowestNextRow();
        return lowest == Long.MAX_VALUE || lowest == Long.MIN_VALUE ? lowest : base + lowest;
    }

    synchronized void close() {
        ended = true;
        if (source != null) {
            BatchSource open = source;
            source = null;
            open.close();
        }
    }
}
