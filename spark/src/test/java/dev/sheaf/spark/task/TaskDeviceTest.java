package dev.sheaf.spark.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.query.BackendPreference;
import java.util.Map;
import org.apache.spark.resource.ResourceInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskDeviceTest {
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "CUDA"})
    void theAddressOfATasksGpuIsItsOrdinal(BackendPreference wanted) {
        TaskDevice device = TaskDevice.of(wanted, gpus("3", "1"));

        assertThat(device.isGpu()).isTrue();
        assertThat(device.backend()).isEqualTo(wanted);
        assertThat(device.settings().getInt("cuda.device", 0)).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aTaskWithoutAGpuRunsOnTheCpu(BackendPreference wanted) {
        assertThat(TaskDevice.of(wanted, Map.of())).isEqualTo(TaskDevice.CPU);
        assertThat(TaskDevice.of(wanted, gpus())).isEqualTo(TaskDevice.CPU);
    }

    @Test
    void whoAsksForTheCpuGetsIt() {
        assertThat(TaskDevice.of(BackendPreference.CPU, gpus("0"))).isEqualTo(TaskDevice.CPU);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIG-8f3c", "GPU-1", "", "-1", "99999999999"})
    void anAddressThatIsNoOrdinalIsNoDevice(String address) {
        assertThat(TaskDevice.of(BackendPreference.CUDA, gpus(address))).isEqualTo(TaskDevice.CPU);
    }

    private static Map<String, ResourceInformation> gpus(String... addresses) {
        return Map.of("gpu", new ResourceInformation("gpu", addresses));
    }
}
