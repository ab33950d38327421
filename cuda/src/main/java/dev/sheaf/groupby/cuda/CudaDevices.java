package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.cuda.device.DeviceProfile;
import dev.sheaf.groupby.cuda.device.DeviceProfiles;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.stride.TransferCost;
import dev.sheaf.query.QueryContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// What is known of the devices of this process, and of the kernels that were compiled for them.
final class CudaDevices {
    /// Plans whose kernels are known to be there.
    private static final int MAX_REMEMBERED = 10_000;

    private final Supplier<CudaStatus> lookup;
    private final IntFunction<OpenDevice> devices;
    private final DeviceProfiles profiles;
    private final Set<Integer> compiled = ConcurrentHashMap.newKeySet();

    CudaDevices(Supplier<CudaStatus> lookup, IntFunction<OpenDevice> devices, DeviceProfiles profiles) {
        this.lookup = lookup;
        this.devices = devices;
        this.profiles = profiles;
    }

    BackendStatus status() {
        return switch (lookup.get()) {
            case CudaStatus.Available(List<DeviceInfo> known, String driver, Optional<Path> compiler) ->
                new BackendStatus.Available(
                        known.stream().map(DeviceInfo::describe).collect(Collectors.joining("; "))
                                + "; driver for CUDA " + driver + ", "
                                + compiler.map(path -> "compiler " + path)
                                        .orElse("no compiler: kernels that come with Sheaf alone"));
            case CudaStatus.Unavailable(String reason) -> new BackendStatus.Unavailable(reason);
        };
    }

    /// The device that a query runs on.
    OpenDevice open(QueryContext context) {
        return devices.apply(ordinal(context));
    }

    /// Why a query does not run on its device, if it does not.
    Optional<String> refusal(GeneralPlan plan, QueryContext context) {
        if (lookup.get() instanceof CudaStatus.Available known && !isThere(ordinal(context), known.devices())) {
            return Optional.of("there is no device " + ordinal(context));
        }
        if (plan.projection().isPresent()
                && lookup.get() instanceof CudaStatus.Available known
                && known.compiler().isEmpty()) {
            return Optional.of("expressions need a compiler of kernels, and there is no NVRTC");
        }
        return Optional.empty();
    }

    /// Measures the first device. Cost: opening it, and some 100 ms.
    Optional<String> calibrate() {
        if (!(status() instanceof BackendStatus.Available)) {
            return Optional.empty();
        }
        try {
            return Optional.of(profiles.measure(devices.apply(0).device()).describe());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// What is known of the device that a query would run on, without opening it.
    DeviceProfile profile(QueryContext context) {
        int ordinal = ordinal(context);
        return switch (lookup.get()) {
            case CudaStatus.Available(List<DeviceInfo> known, String _, Optional<Path> _)
            when isThere(ordinal, known) -> profiles.of(known.get(ordinal));
            case CudaStatus.Available _, CudaStatus.Unavailable _ -> DeviceProfile.CAUTIOUS;
        };
    }

    private static boolean isThere(int ordinal, List<DeviceInfo> devices) {
        return ordinal >= 0 && ordinal < devices.size();
    }

    private static int ordinal(QueryContext context) {
        return context.settings().getInt("cuda.device", 0);
    }

    /// Whether the kernels of a plan are there.
    TransferCost.Seen seen(GeneralPlan plan) {
        if (compiled.isEmpty()) {
            return TransferCost.Seen.NOTHING;
        }
        return compiled.contains(shape(plan)) ? TransferCost.Seen.SUCH_A_PLAN : TransferCost.Seen.OTHER_PLANS;
    }

    /// What two plans have in common that take the same kernels, nearly.
    private static int shape(GeneralPlan plan) {
        return Objects.hash(plan.projection(), plan.keys(), plan.asks());
    }

    /// The kernels of a plan are there.
    void remember(GeneralPlan plan) {
        if (compiled.size() < MAX_REMEMBERED) {
            compiled.add(shape(plan));
        }
    }
}
