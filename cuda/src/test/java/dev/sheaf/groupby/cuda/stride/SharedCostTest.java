package dev.sheaf.groupby.cuda.stride;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.cuda.device.DeviceProfile;
import org.junit.jupiter.api.Test;

class SharedCostTest {
    private static final DeviceProfile PROFILE = new DeviceProfile(55e9, 5.1e9, 3.4e12, 9e-6, "test");

    @Test
    void twoOfOnePaceGainMostAndAFarSlowerOneAddsNothing() {
        double equal = of(0.1, 0.1, 0.002, 100).gain();
        double slowDevice = of(0.1, 1, 0.002, 100).gain();
        double slowCpu = of(1, 0.1, 0.002, 100).gain();

        assertThat(equal).isBetween(1.2, 2.0);
        assertThat(slowDevice).isLessThan(1);
        assertThat(slowCpu).isLessThan(1);
    }

    @Test
    void aDeviceThatStartsLateAndManyGroupsCost() {
        SharedCost usual = of(0.1, 0.1, 0.002, 100);

        assertThat(of(0.1, 0.3, 0.2, 100).seconds()).isGreaterThan(0.1);
        assertThat(of(0.1, 0.1, 0.002, 10e6).seconds()).isGreaterThan(usual.seconds() + 0.05);
    }

    @Test
    void threadsThatFillSlabsDoNotGroup() {
        assertThat(of(0.1, 0.1, 0.002, 100).workers()).isEqualTo(11);
        assertThat(SharedCost.of(0.1, new TransferCost(0.1, 0.002, ""), PROFILE, 1, 100)
                        .workers())
                .isEqualTo(1);
    }

    private static SharedCost of(double cpu, double device, double fixed, double groups) {
        return SharedCost.of(cpu, new TransferCost(device, fixed, ""), PROFILE, 16, groups);
    }
}
