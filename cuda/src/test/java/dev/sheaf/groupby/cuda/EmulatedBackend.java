package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.Optional;

/// The backend of an emulated GPU as a service, for tests of other modules and their processes. Only there with
/// `-Dsheaf.emulator=true`.
public final class EmulatedBackend implements Backend {
    private static final long MEMORY_BYTES = 1L << 30;

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public BackendStatus status() {
        return Boolean.getBoolean("sheaf.emulator") && Emulator.isPossible()
                ? new BackendStatus.Available("emulated")
                : new BackendStatus.Unavailable("no emulator");
    }

    @Override
    public Offer offer(GroupByRequest request, SourceStats stats, QueryContext context) {
        return Held.BACKEND.offer(request, stats, context);
    }

    @Override
    public BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context) {
        return Held.BACKEND.execute(request, input, context);
    }

    @Override
    public Optional<Accumulator> accumulate(GroupByRequest request, long maxDistinctKeys, QueryContext context) {
        return Held.BACKEND.accumulate(request, maxDistinctKeys, context);
    }

    private static final class Held {
        static final CudaBackend BACKEND = EmulatedDevice.create(MEMORY_BYTES).backend();
    }
}
