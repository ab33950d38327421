package dev.sheaf.groupby.cuda.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScanStatesTest {
    /// Else a kernel would have the registers of narrow values, which it spills.
    @Test
    void wideValuesComeBeforeManyNarrowOnes() {
        ScanStates narrow = new ScanStates(ScanKind.SHIFTED, CudaType.I32, DataType.INT32, false, 4);
        ScanStates wide = new ScanStates(ScanKind.SHIFTED, CudaType.I128, DataType.decimal(38, 0), false, 1);
        assertThat(Stream.of(narrow, wide).sorted(ScanStates.ORDER)).containsExactly(wide, narrow);
    }
}
