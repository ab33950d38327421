package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.result.ResultSource;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Groups each batch on the device and keeps the groups of all batches on the host, in the accumulator of the CPU: the
/// device runs a request for the states of the batch, which are merged like those that come from elsewhere. So states
/// of both backends are one format, and what is merged, spilled and finished is so in one way.
///
/// A batch that the device does not run, or for which the CPU is faster, is added on the CPU.
final class CudaAccumulator implements Accumulator {
    private final Accumulator groups;
    private final StateRequest states;
    private final Runner runner;
    private final QueryContext context;
    private @Nullable Decision noted;

    /// Whether the last batch was grouped on the device.
    private boolean onDevice;

    /// Runs the plan of the states.
    interface Runner {

        /// Why so many rows are grouped on the CPU; empty if they are not.
        Optional<String> declines(long rows);

        /// The result over all rows.
        Answer run(BatchSource input);
    }

    /// Takes over `groups`, which the states are for.
    CudaAccumulator(Accumulator groups, StateRequest states, Runner runner, QueryContext context) {
        this.groups = groups;
        this.states = states;
        this.runner = runner;
        this.context = context;
    }

    @Override
    public Schema stateSchema() {
        return groups.stateSchema();
    }

    @Override
    public StateRequest.Result stateRequest() {
        return groups.stateRequest();
    }

    @Override
    public void add(Table batch) {
        Optional<String> refused = runner.declines(batch.rowCount());
        refused.ifPresent(reason -> note("cpu", "the CPU groups a batch", List.of("cuda: " + reason)));
        Table made = refused.isEmpty() ? made(batch) : null;
        onDevice = made != null;
        if (made == null) {
            groups.add(batch);
            return;
        }
        try (made) {
            groups.merge(made, batch.rowCount());
        }
    }

    /// The states of a batch, or null if the CPU has to make them.
    private @Nullable Table made(Table batch) {
        try (BatchSource rows = new ResultSource(states.rows(batch, context.pool()))) {
            Answer answer = runner.run(rows);
            try (Table result = answer.table()) {
                note("cuda: " + answer.how(), "states of batches, merged on the CPU", List.of());
                return states.states(result, context.pool());
            }
        } catch (CudaException | MemoryLimitException | Projection.Refused | ArithmeticException failure) {
            note("cpu", "the GPU does not group a batch", List.of("cuda: " + failure.getMessage()));
            return null;
        }
    }

    /// Notes how a batch is grouped, unless the one before was grouped in the same way.
    private void note(String how, String why, List<String> rejected) {
        if (noted == null || !noted.choice().equals(how)) {
            noted = new Decision("group by", how, why, rejected);
            context.decided(noted);
        }
    }

    @Override
    public void merge(Table others, long rows) {
        groups.merge(others, rows);
    }

    @Override
    public long rows() {
        return groups.rows();
    }

    @Override
    public long distinctKeys() {
        return groups.distinctKeys();
    }

    /// Of the last batch; where that was the CPU's, how the CPU finds its groups.
    @Override
    public Decision decision() {
        return onDevice && noted != null ? noted : groups.decision();
    }

    @Override
    public void forEachState(Consumer<Table> consumer) {
        groups.forEachState(consumer);
    }

    @Override
    public void forEachResult(Consumer<Table> consumer) {
        groups.forEachResult(consumer);
    }

    @Override
    public BatchSource results() {
        return groups.results();
    }

    @Override
    public void close() {
        groups.close();
    }
}
