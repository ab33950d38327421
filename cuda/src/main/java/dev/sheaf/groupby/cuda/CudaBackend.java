package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.driver.DriverLookup;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The group-by on NVIDIA GPUs.
public final class CudaBackend implements Backend {
    private final Supplier<CudaStatus> lookup;

    /// For [java.util.ServiceLoader].
    public CudaBackend() {
        this(() -> DriverLookup.status(Installation.ofThisProcess()));
    }

    CudaBackend(Supplier<CudaStatus> lookup) {
        this.lookup = lookup;
    }

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public BackendStatus status() {
        return switch (lookup.get()) {
            case CudaStatus.Available(List<DeviceInfo> devices, String driver, Path compiler) ->
                new BackendStatus.Available(
                        devices.stream().map(DeviceInfo::describe).collect(Collectors.joining("; "))
                                + "; driver for CUDA " + driver + ", compiler " + compiler);
            case CudaStatus.Unavailable(String reason) -> new BackendStatus.Unavailable(reason);
        };
    }

    @Override
    public Offer offer(GroupByRequest request, SourceStats stats, QueryContext context) {
        return new Offer.Refused("no strategy on the GPU supports this request yet");
    }

    @Override
    public BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context) {
        throw new IllegalStateException("the cuda backend accepted no request, so it has none to run");
    }
}
