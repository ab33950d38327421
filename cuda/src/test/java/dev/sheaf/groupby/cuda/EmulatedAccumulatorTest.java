package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

/// States of batches, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedAccumulatorTest extends AccumulatorCases {
    private static final Set<List<Expr>> ALL = new HashSet<>();

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @Override
    Backend backend() {
        return device.backend();
    }

    @AfterEach
    void takeDown() {
        ALL.addAll(ran);
    }

    @AfterAll
    static void theDeviceRanWhatItTakes() {
        assertThat(ALL).hasSizeGreaterThan(20);
    }
}
