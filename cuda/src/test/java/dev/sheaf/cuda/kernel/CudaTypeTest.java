package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import org.junit.jupiter.api.Test;

class CudaTypeTest {
    @Test
    void everyFixedWidthTypeHasATypeOfTheSameWidth() {
        assertThat(CudaType.of(DataType.INT8)).isEqualTo(CudaType.I8);
        assertThat(CudaType.of(DataType.UINT16)).isEqualTo(CudaType.U16);
        assertThat(CudaType.of(DataType.DATE)).isEqualTo(CudaType.I32);
        assertThat(CudaType.of(DataType.TIMESTAMP)).isEqualTo(CudaType.I64);
        assertThat(CudaType.of(DataType.UINT64)).isEqualTo(CudaType.U64);
        assertThat(CudaType.of(DataType.decimal(30, 2))).isEqualTo(CudaType.I128);
        assertThat(CudaType.of(DataType.FLOAT32)).isEqualTo(CudaType.F32);
        assertThat(CudaType.of(DataType.FLOAT64)).isEqualTo(CudaType.F64);
    }

    @Test
    void othersAreRefused() {
        assertThat(CudaType.supports(DataType.INT8)).isTrue();
        assertThat(CudaType.supports(DataType.INTERVAL)).isFalse();
        assertThat(CudaType.supports(DataType.BOOL)).isFalse();
        assertThatThrownBy(() -> CudaType.of(DataType.STRING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernels read no values of type string (layout VARIABLE)");
    }
}
