package dev.sheaf.groupby.cuda;

import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cuts the batches of a source into strides of about so many rows: small batches together, large ones in parts.
final class StrideReader implements AutoCloseable {
    private final BatchSource input;
    private final QueryContext context;
    private final long rows;
    private @Nullable Batch rest;

    StrideReader(BatchSource input, QueryContext context, long rows) {
        this.input = input;
        this.context = context;
        this.rows = rows;
    }

    /// The batches of the next stride, which the caller closes; none at the end.
    List<Batch> next() {
        List<Batch> batches = new ArrayList<>();
        try {
            long room = rows;
            while (room > 0) {
                Batch part = part(room);
                if (part == null) {
                    break;
                }
                batches.add(part);
                room -= part.rowCount();
            }
            return batches;
        } catch (RuntimeException | Error failure) {
            batches.forEach(Batch::close);
            throw failure;
        }
    }

    /// Up to `most` rows of the next batch that has any.
    private @Nullable Batch part(long most) {
        Batch batch = rest != null ? rest : nextWithRows();
        rest = null;
        if (batch == null || batch.rowCount() <= most) {
            return batch;
        }
        try (batch) {
            long left = batch.rowCount() - most;
            rest = new Batch(batch.table().slice(most, left), batch.firstRow() + most);
            return new Batch(batch.table().slice(0, most), batch.firstRow());
        }
    }

    private @Nullable Batch nextWithRows() {
        while (true) {
            context.checkCancelled();
            Batch batch = input.next(context);
            if (batch == null || batch.rowCount() > 0) {
                return batch;
            }
            batch.close();
        }
    }

    @Override
    public void close() {
        if (rest != null) {
            rest.close();
            rest = null;
        }
    }
}
