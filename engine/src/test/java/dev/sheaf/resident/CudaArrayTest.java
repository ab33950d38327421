package dev.sheaf.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CudaArrayTest {
    private static final Map<String, Object> ENTRIES =
            Map.of("shape", List.of(1000), "typestr", "<i4", "data", List.of(0x7f0000000000L, true), "version", 3);

    @Test
    void entriesGoOutAndBack() {
        CudaArray array = CudaArray.of(4096, 5, "<f8")
                .withMask(CudaArray.of(8192, 5, CudaArray.BITS))
                .after(2);

        assertThat(array)
                .hasToString(
                        "{\"shape\": [5], \"typestr\": \"<f8\", \"data\": [4096, false], \"version\": 3, \"mask\": "
                                + "{\"shape\": [5], \"typestr\": \"<t1\", \"data\": [8192, false], \"version\": 3}, "
                                + "\"stream\": 2}");
        assertThat(CudaArray.of(array.toMap())).isEqualTo(array);
    }

    @Test
    void entriesOfAnotherLibraryAreRead() {
        CudaArray array = CudaArray.of(ENTRIES);

        assertThat(array.pointer()).isEqualTo(0x7f0000000000L);
        assertThat(array.isReadOnly()).isTrue();
        assertThat(array.shape()).containsExactly(1000L);
        assertThat(array.type()).contains(DataType.INT32);
        assertThat(array.strides()).isNull();
        assertThat(array.stream()).isEmpty();
    }

    @Test
    void entriesThatMeanNothingAreNamed() {
        assertWrong("shape", 7);
        assertWrong("typestr", 7);
        assertWrong("data", 4096);
        assertWrong("data", List.of(4096, 1));
        assertWrong("version", 4);
        assertWrong("mask", 1);
        assertWrong("strides", "8");
        assertThatThrownBy(() -> CudaArray.of(with("stream", 0))).hasMessageContaining("a stream of 0");
        assertThatThrownBy(() -> CudaArray.of(with("shape", List.of(-1)))).hasMessageContaining("no shape [-1]");
    }

    private static void assertWrong(String name, Object value) {
        assertThatThrownBy(() -> CudaArray.of(with(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the entry \"" + name + "\"")
                .hasMessageContaining("not " + value);
    }

    private static Map<String, Object> with(String name, Object value) {
        Map<String, Object> entries = new LinkedHashMap<>(ENTRIES);
        entries.put(name, value);
        return entries;
    }

    @Test
    void typesThatArraysHaveGoOutAndBack() {
        List<DataType> types = List.of(
                DataType.INT8,
                DataType.INT16,
                DataType.INT32,
                DataType.INT64,
                new DataType.IntType(8, false),
                new DataType.IntType(64, false),
                DataType.FLOAT32,
                DataType.FLOAT64,
                new DataType.TimestampType(TimeUnit.MICRO, Optional.empty()),
                new DataType.DurationType(TimeUnit.NANO));
        for (DataType type : types) {
            assertThat(CudaArray.of(64, 1, CudaArray.typestr(type).orElseThrow())
                            .type())
                    .contains(type);
        }
        assertThat(types.stream().map(type -> CudaArray.typestr(type).orElseThrow()))
                .containsExactly("|i1", "<i2", "<i4", "<i8", "|u1", "<u8", "<f4", "<f8", "<M8[us]", "<m8[ns]");
        assertThat(CudaArray.typestr(DataType.BOOL)).isEmpty();
        assertThat(CudaArray.typestr(DataType.STRING)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"|b1", ">i8", "|i8", "<f2", "<f1", "<M8", "<M4[us]", "<i8[us]", "<c8", "", "<t1"})
    void otherTypesAreThoseOfNoColumn(String typestr) {
        assertThat(CudaArray.of(64, 1, typestr).type()).isEmpty();
    }
}
