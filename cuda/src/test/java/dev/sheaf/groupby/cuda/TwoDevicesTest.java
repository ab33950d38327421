package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.cuda.driver.FakeCuda;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two devices that are this machine's processor.
class TwoDevicesTest {
    @BeforeEach
    void thereIsACompiler() {
        assumeTrue(Emulator.isPossible(), "there is no g++ to compile kernels with");
    }

    private static TwoDevices devices() {
        return new TwoDevices(EmulatedDevice.two(1L << 30), 500, 3);
    }

    @Test
    void aDriverListsItsDevices() {
        FakeCuda fake = new FakeCuda();
        fake.twoDevices();
        try (Driver driver = fake.start()) {
            assertThat(driver.devices()).hasSize(2);
            assertThat(driver.device(1).info().ordinal()).isEqualTo(1);
        }
    }

    @Test
    void queriesGoWhereTheyAreSent() {
        devices().queriesGoWhereTheyAreSent();
    }

    @Test
    void tablesStayOnTheirDevice() {
        devices().tablesStayOnTheirDevice();
    }

    @Test
    void bothWorkAtOnce() throws Exception {
        devices().bothWorkAtOnce();
    }

    @Test
    void limitsAreApart() {
        devices().limitsAreApart();
    }
}
