package dev.sheaf.groupby.cuda;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every fast strategy with its kernels run on the CPU: `-Dsheaf.emulator=true`. Compiling them takes a minute the
/// first time.
@OnEmulator
class EmulatedFastGroupByTest {
    @ParameterizedTest
    @EnumSource
    void everyStrategyFindsTheSameGroups(FastStrategies.Part part) {
        EmulatedDevice device = EmulatedDevice.create(1L << 32);

        new FastStrategies(device.open().device(), device.open().kernels())
                .check(part, List.of(3, 2_000), List.of(1, 900));
    }
}
