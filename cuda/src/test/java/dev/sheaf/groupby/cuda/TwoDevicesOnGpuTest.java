package dev.sheaf.groupby.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.Devices;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two GPUs of one machine, where there are two.
@OnGpu
@Tag("twogpus")
class TwoDevicesOnGpuTest {
    private static TwoDevices devices() {
        assumeTrue(
                Devices.status() instanceof CudaStatus.Available(var known, var _, var _) && known.size() > 1,
                "there is one GPU alone");
        return new TwoDevices(List.of(OpenDevice.ofThisProcess(0), OpenDevice.ofThisProcess(1)), 1_000_000, 50);
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
