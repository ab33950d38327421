package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.DriverLookup;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.Offer;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.groupby.cuda.device.DeviceProfiles;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.result.ResultSource;
import dev.sheaf.groupby.cuda.stride.BatchFeed;
import dev.sheaf.groupby.cuda.stride.StrideReader;
import dev.sheaf.groupby.cuda.stride.TransferCost;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// The group-by on NVIDIA GPUs.
///
/// What the GPU does not support, and what fails on it for want of memory or of the device, runs on the CPU,
/// and the context's decisions say why.
public final class CudaBackend implements Backend {
    private static final String OPERATOR = "group by";

    private final CudaDevices devices;

    /// For [java.util.ServiceLoader].
    public CudaBackend() {
        this(() -> DriverLookup.status(Installation.ofThisProcess()));
    }

    CudaBackend(Supplier<CudaStatus> lookup) {
        this(lookup, OpenDevice::ofThisProcess);
    }

    CudaBackend(Supplier<CudaStatus> lookup, IntFunction<OpenDevice> devices) {
        this(lookup, devices, DeviceProfiles.ofThisProcess());
    }

    CudaBackend(Supplier<CudaStatus> lookup, IntFunction<OpenDevice> devices, DeviceProfiles profiles) {
        this.devices = new CudaDevices(lookup, devices, profiles);
    }

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public BackendStatus status() {
        return devices.status();
    }

    /// Measures the first device. Cost: opening it, and some 100 ms.
    @Override
    public Optional<String> calibrate() {
        return devices.calibrate();
    }

    @Override
    public Offer offer(GroupByRequest request, SourceStats stats, QueryContext context) {
        return switch (GeneralPlanner.plan(request)) {
            case GeneralPlanner.Result.Planned(GeneralPlan plan) -> offer(plan, stats, context);
            case GeneralPlanner.Result.Refused(String reason) -> new Offer.Refused(reason);
        };
    }

    private Offer offer(GeneralPlan plan, SourceStats stats, QueryContext context) {
        Optional<String> refusal = devices.refusal(plan, context);
        if (refusal.isPresent()) {
            return new Offer.Refused(refusal.orElseThrow());
        }
        TransferCost cost =
                TransferCost.of(plan, stats, devices.profile(context), context.threads(), devices.seen(plan));
        boolean isFast = ResidentGroupBy.fast(plan, context).isPresent();
        return new Offer.Accepted(
                isFast ? "fast strategies, or the general one" : "general strategy",
                reason(plan) + ", " + cost.text(),
                cost.seconds());
    }

    private static String reason(GeneralPlan plan) {
        return plan.onHost().isEmpty() ? "all of it is computed on the GPU" : "but " + String.join(", ", plan.onHost());
    }

    @Override
    public BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context) {
        return execute(request, GroupFinish.NONE, input, context);
    }

    @Override
    public BatchSource execute(GroupByRequest request, GroupFinish finish, BatchSource input, QueryContext context) {
        return switch (GeneralPlanner.plan(request)) {
            case GeneralPlanner.Result.Planned(GeneralPlan plan) -> execute(plan.with(finish), input, context);
            case GeneralPlanner.Result.Refused(String reason) -> onCpu(request, finish, input, context, reason);
        };
    }

    private BatchSource execute(GeneralPlan plan, BatchSource input, QueryContext context) {
        if (input instanceof GpuSource resident && resident.inputs(plan) != null) {
            return execute(plan, resident, context);
        }
        long limit =
                context.settings().getLong("cuda.kept.bytes", context.pool().limitBytes() / 4);
        try (KeptSource kept = new KeptSource(input, limit)) {
            try {
                Answer answer = onDevice(plan, kept, context);
                devices.remember(plan);
                context.decided(new Decision(OPERATOR, "cuda: " + answer.how(), reason(plan), List.of()));
                return new ResultSource(answer.table());
            } catch (CudaException | MemoryLimitException | Projection.Refused failure) {
                if (!kept.startOver()) {
                    throw asReported(failure);
                }
                return onCpu(plan.request(), plan.finish(), kept, context, String.valueOf(failure.getMessage()));
            } catch (ArithmeticException failure) {
                if (plan.onHost().isEmpty() || !kept.startOver()) {
                    throw failure;
                }
                return onCpu(plan.request(), plan.finish(), kept, context, String.valueOf(failure.getMessage()));
            }
        }
    }

    private static BatchSource execute(GeneralPlan plan, GpuSource source, QueryContext context) {
        Device device = source.device().device();
        try {
            return new ResultSource(device.call(() -> {
                try (Stream stream = Stream.open(device)) {
                    return GpuQuery.answer(plan, source, context, stream).table();
                }
            }));
        } catch (CudaException | MemoryLimitException | Projection.Refused failure) {
            return onCpu(plan.request(), plan.finish(), source, context, String.valueOf(failure.getMessage()));
        }
    }

    /// Rows that have gone by cannot tell what exactly was wrong with them.
    private static RuntimeException asReported(RuntimeException failure) {
        return failure instanceof Projection.Refused
                ? new ArithmeticException(
                        "an expression overflows, a cast fails or a result does not fit its type; run the"
                                + " query on the CPU to see of which row or group")
                : failure;
    }

    /// Batches are grouped on the device, their groups kept on the host.
    @Override
    public Optional<Accumulator> accumulate(GroupByRequest request, long maxDistinctKeys, QueryContext context) {
        try (Closer closer = new Closer()) {
            Accumulator groups = closer.add(
                    cpu().accumulate(request, maxDistinctKeys, context).orElseThrow());
            Accumulator made = accumulate(request, groups, context);
            closer.release();
            return Optional.of(made);
        }
    }

    private Accumulator accumulate(GroupByRequest request, Accumulator groups, QueryContext context) {
        return switch (groups.stateRequest()) {
            case StateRequest.Result.Refused(String reason) -> refused(groups, reason, context);
            case StateRequest.Result.Possible(StateRequest states) ->
                switch (GeneralPlanner.plan(states.request())) {
                    case GeneralPlanner.Result.Refused(String reason) -> refused(groups, reason, context);
                    case GeneralPlanner.Result.Planned(GeneralPlan plan) ->
                        new CudaAccumulator(groups, states, runner(plan, request, context), context);
                };
        };
    }

    private static Accumulator refused(Accumulator groups, String reason, QueryContext context) {
        context.decided(
                new Decision(OPERATOR, "cpu", "the GPU makes no states of this request", List.of("cuda: " + reason)));
        return groups;
    }

    private CudaAccumulator.Runner runner(GeneralPlan plan, GroupByRequest request, QueryContext context) {
        return new CudaAccumulator.Runner() {
            @Override
            public Optional<String> declines(long rows) {
                SourceStats stats = SourceStats.ofRows(rows);
                return switch (offer(plan, stats, context)) {
                    case Offer.Refused(String reason) -> Optional.of(reason);
                    case Offer.Accepted here ->
                        context.backend() == BackendPreference.CUDA
                                        || here.estimatedSeconds() < secondsOnCpu(request, stats, context)
                                ? Optional.empty()
                                : Optional.of("it takes longer for batches of this size");
                };
            }

            @Override
            public Answer run(BatchSource input) {
                Answer answer = onDevice(plan, input, context);
                devices.remember(plan);
                return answer;
            }
        };
    }

    private static double secondsOnCpu(GroupByRequest request, SourceStats stats, QueryContext context) {
        return cpu().offer(request, stats, context) instanceof Offer.Accepted accepted
                ? accepted.estimatedSeconds()
                : Double.MAX_VALUE;
    }

    private Answer onDevice(GeneralPlan plan, BatchSource input, QueryContext context) {
        OpenDevice open = devices.open(context);
        return open.device().call(() -> {
            try (Stream worker = Stream.open(open.device());
                    Stream copies = Stream.open(open.device());
                    BatchFeed feed = new BatchFeed(input, context, context.threads());
                    StrideReader reader = new StrideReader(feed)) {
                return new HostGroupBy(plan, input.stats(), open, worker, copies, context).run(reader);
            }
        });
    }

    private static BatchSource onCpu(
            GroupByRequest request, GroupFinish finish, BatchSource input, QueryContext context, String reason) {
        context.decided(new Decision(OPERATOR, "cpu", "the GPU does not run it", List.of("cuda: " + reason)));
        return cpu().execute(request, finish, input, context);
    }

    /// The result of the CPU, to be closed by the caller.
    static Table onCpu(GroupByRequest request, BatchSource input, QueryContext context) {
        try (BatchSource result = cpu().execute(request, input, context)) {
            return GpuQuery.collect(result, context);
        }
    }

    private static Backend cpu() {
        return Backends.all().stream()
                .filter(backend -> backend.name().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }
}
