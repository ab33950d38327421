package dev.sheaf.groupby.cuda.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.kernel.CudaType;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyLayoutTest {
    @Test
    void wordsHaveOneNumberMoreThanThereAreKeys() {
        KeyPart shorts = new KeyPart.Numbers(0, CudaType.I16, false, false, -32_768, BigInteger.valueOf(65_536));
        KeyPart fewer = new KeyPart.Numbers(0, CudaType.I16, false, false, -32_768, BigInteger.valueOf(65_535));

        assertThat(new KeyLayout(List.of(shorts, shorts)).wordType()).isEqualTo(CudaType.U64);
        assertThat(new KeyLayout(List.of(shorts, fewer)).wordType()).isEqualTo(CudaType.U32);
        assertThat(new KeyLayout(List.of(shorts, fewer)).shifted().wordType()).isEqualTo(CudaType.U32);
        assertThat(new KeyLayout(List.of(shorts, shorts, shorts, shorts))
                        .shifted()
                        .wordType())
                .isEqualTo(CudaType.U128);
    }
}
