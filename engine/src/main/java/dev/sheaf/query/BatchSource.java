package dev.sheaf.query;

import dev.sheaf.column.Schema;
import org.jspecify.annotations.Nullable;

/// A stream of batches, pulled once. Every operator and every backend consumes one.
///
/// [#next] may be called by several threads at once; each call does its share of the work (reading and decoding
/// a row group, say) on the calling thread, so that a source is read in parallel by pulling it in parallel.
public interface BatchSource extends AutoCloseable {

    /// The schema of every batch.
    Schema schema();

    /// What is known about the rows before reading them; nothing, unless an implementation says more.
    default SourceStats stats() {
        return SourceStats.UNKNOWN;
    }

    /// The next batch, which the caller closes, or null when there are no more. Batches may be empty.
    ///
    /// A thread that gets null while calls of others are under way has nothing more to do, but those may
    /// still find rows: a thread that got a batch calls again. The source is at its end when a call gives
    /// null that began after the last batch was given.
    ///
    /// @throws QueryCancelledException if the query was cancelled
    @Nullable
    Batch next(QueryContext context);

    /// All rows that were not given yet, as one batch which the caller closes, if they lie in memory as one table;
    /// null, and nothing is taken, if not. For whoever gains nothing from small batches: a slice of hundreds of
    /// millions of rows costs no more than one of thousands.
    default @Nullable Batch takeRest(QueryContext context) {
        return null;
    }

    /// The lowest [Batch#firstRow()] that calls of [#next] beginning now or later may give, so that whoever needs
    /// rows in order knows which of them are complete. `Long.MIN_VALUE` if the source cannot tell; it then gives
    /// batches in rising order while no two calls of [#next] overlap.
    default long lowestNextRow() {
        return Long.MIN_VALUE;
    }

    /// Releases what the source holds, read to the end or not. No `next` may be under way.
    @Override
    void close();
}
