package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// [DecimalsOnGpuTest] with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedDecimalsTest {
    private static final int FIRST = Integer.getInteger("sheaf.decimals.first", 0);

    private static final int REQUESTS = Integer.getInteger("sheaf.decimals.requests", DecimalCases.requests());

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @ParameterizedTest
    @ValueSource(strings = {"", "block", "hash", "partition", "clustered"})
    void decimalsComeToWhatTheyDoOnTheCpu(String strategy) {
        ShapeComparison comparison = new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy));
        for (int request = FIRST; request < REQUESTS; request++) {
            int number = request;
            RandomCases.run(1, random -> DecimalCases.compare(number, comparison, random));
        }
        System.out.println(comparison.ways());
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() / 2);
    }
}
