package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.stride.BatchFeed;
import dev.sheaf.groupby.cuda.stride.SharedRows;
import dev.sheaf.groupby.cuda.stride.StrideLimits;
import dev.sheaf.groupby.cuda.stride.StrideReader;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/// The device's part of a group-by that it shares with the CPU: on a thread of its own it takes rows from the
/// back of a table, groups them by a request for states, and hands the states over. What it cannot do, for
/// whatever reason, it leaves to the CPU, its rows included.
final class BesideCpu implements AutoCloseable {
    private static final Executor THREADS =
            task -> Thread.ofPlatform().name("sheaf-device").daemon().start(task);

    private final GeneralPlan plan;
    private final StateRequest request;
    private final SharedRows rows;
    private final SourceStats stats;
    private final Supplier<OpenDevice> device;
    private final QueryContext context;
    private final CompletableFuture<Optional<Table>> states;

    /// Starts to take rows.
    ///
    /// @param plan of the request for states
    BesideCpu(
            GeneralPlan plan,
            StateRequest request,
            SharedRows rows,
            SourceStats stats,
            Supplier<OpenDevice> device,
            QueryContext context) {
        this.plan = plan;
        this.request = request;
        this.rows = rows;
        this.stats = stats;
        this.device = device;
        this.context = context;
        this.states = CompletableFuture.supplyAsync(this::group, THREADS);
    }

    private Optional<Table> group() {
        OpenDevice open;
        try {
            open = device.get();
        } catch (CudaException | IllegalStateException failure) {
            return left(failure);
        }
        try {
            return open.device().call(() -> onDevice(open));
        } catch (CudaException | MemoryLimitException | Projection.Fault | ArithmeticException failure) {
            return left(failure);
        }
    }

    private Optional<Table> left(RuntimeException failure) {
        return left(String.valueOf(failure.getMessage()));
    }

    private Optional<Table> left(String reason) {
        rows.leaveToFront();
        context.decided(
                new Decision("group by", "cpu: all rows", "the GPU leaves its rows", List.of("cuda: " + reason)));
        return Optional.empty();
    }

    private Optional<Table> onDevice(OpenDevice open) {
        StrideLimits limits = StrideLimits.shared(plan, stats, open.device(), context);
        long most = context.settings().getLong("cuda.share.rows", limits.waveRows());
        try (Stream worker = open.device().openStream();
                Stream copies = open.device().openStream();
                BatchSource back = new BackRows(rows, stats, most);
                BatchFeed feed = new BatchFeed(back, context, 0);
                StrideReader reader = new StrideReader(feed)) {
            FastStrides strides = new FastStrides(plan, open, worker, copies, context);
            return switch (strides.group(reader, limits)) {
                case FastStrides.Result.Found(Answer answer) -> found(answer);
                case FastStrides.Result.NoGroups _ -> {
                    note("no row takes part");
                    yield Optional.empty();
                }
                case FastStrides.Result.Declined(String why) -> left(why);
            };
        }
    }

    private Optional<Table> found(Answer answer) {
        try (Table result = answer.table()) {
            Table made = request.states(result, context.pool());
            note(answer.how());
            return Optional.of(made);
        }
    }

    private void note(String how) {
        long percent =
                Math.round(100.0 * rows.takenByBack() / Math.max(1, rows.table().rowCount()));
        context.decided(new Decision("group by", "cuda: " + percent + " of 100 rows", how, List.of()));
    }

    /// Waits until the device has taken its last rows and its states are there, or it has left all of them.
    ///
    /// @throws RuntimeException if the query has to end, since it was cancelled, say
    void await() {
        join();
    }

    /// The states of the rows that the device took, if it took any, which the caller closes.
    Optional<Table> states() {
        return join().map(Table::retain);
    }

    private Optional<Table> join() {
        try {
            return states.join();
        } catch (CompletionException failure) {
            switch (failure.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failure;
            }
        }
    }

    /// Waits until the device is done, and takes no more rows.
    @Override
    public void close() {
        rows.leaveToFront();
        states.handle((made, failure) -> {
                    if (failure == null) {
                        made.ifPresent(Table::close);
                    }
                    return true;
                })
                .join();
    }
}
