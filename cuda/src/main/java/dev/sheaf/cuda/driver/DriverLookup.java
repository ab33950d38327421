package dev.sheaf.cuda.driver;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.DeviceLookup;
import java.util.Optional;

/// Answers for the driver of this process.
public final class DriverLookup implements DeviceLookup {

    /// For [java.util.ServiceLoader].
    public DriverLookup() {}

    @Override
    public CudaStatus status() {
        return status(Installation.ofThisProcess());
    }

    /// What an installation means to users.
    public static CudaStatus status(Installation installation) {
        return switch (installation) {
            case Installation.Absent(String reason) -> new CudaStatus.Unavailable(reason);
            case Installation.Usable(Driver driver, Optional<Nvrtc> compiler) -> {
                Optional<CudaException> lost = driver.lostDevice();
                yield lost.<CudaStatus>map(failure -> new CudaStatus.Unavailable(String.valueOf(failure.getMessage())))
                        .orElseGet(() -> new CudaStatus.Available(
                                driver.devices(), driver.version(), compiler.map(Nvrtc::library)));
            }
        };
    }
}
