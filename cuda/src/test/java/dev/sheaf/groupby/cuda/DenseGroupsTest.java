package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.FakeCuda;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenseGroupsTest {
    private final Driver driver = new FakeCuda().start();
    private final Device device = driver.device(0);

    @ParameterizedTest
    @CsvSource({"1, 32", "100, 32", "300, 32", "1000, 8", "3000, 4", "10000, 1", "50000, 1"})
    void fewGroupsGetACopyForEachLane(int slots, int replicas) {
        assertThat(DenseGroups.replicas(device.info(), slots, false)).isEqualTo(replicas);
    }

    @Test
    void sumsTakeThreeTimesTheRoom() {
        assertThat(DenseGroups.maxSlots(device.info(), false)).isEqualTo(58_112);
        assertThat(DenseGroups.maxSlots(device.info(), true)).isEqualTo(19_370);
    }
}
