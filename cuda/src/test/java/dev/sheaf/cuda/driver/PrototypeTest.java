package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PrototypeTest {
    private static final String HEADER = "include/cuda.h";

    @Test
    void pointersAreAddressesAndHandlesAreLongs() {
        Prototype prototype = Prototype.parse(
                "CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream s)");

        assertThat(prototype.name()).isEqualTo("cuMemAllocFromPoolAsync");
        assertThat(prototype.descriptor())
                .isEqualTo(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }

    @Test
    void aFunctionMayReturnAPointerAndTakeNothing() {
        assertThat(Prototype.parse("const char *version(void)").descriptor()).isEqualTo(FunctionDescriptor.of(ADDRESS));
    }

    @Test
    void anUnknownTypeIsNamed() {
        assertThatThrownBy(() -> Prototype.parse("CUresult f(CUarray a)"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown type \"CUarray\" in CUresult f(CUarray a)");
    }

    @Test
    void whatIsNoPrototypeIsRefused() {
        assertThatThrownBy(() -> Prototype.parse("cuInit"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a C prototype: cuInit");
    }

    static Stream<RecordComponent> driverFunctions() {
        return Stream.of(LibCuda.class.getRecordComponents());
    }

    @ParameterizedTest
    @MethodSource("driverFunctions")
    void everyPrototypeIsThatOfTheToolkitsHeader(RecordComponent component) throws IOException {
        Optional<Path> header = header();
        assumeTrue(header.isPresent(), "no CUDA toolkit with cuda.h on this machine");
        String text = Files.readString(header.get(), StandardCharsets.ISO_8859_1);

        assertThat(normalised(text))
                .contains(normalised(component.getAnnotation(C.class).value()));
    }

    @ParameterizedTest
    @MethodSource("driverFunctions")
    void componentsHaveTheNamesOfTheirFunctions(RecordComponent component) {
        assertThat(Binding.prototype(component).name()).startsWith(component.getName());
    }

    private static Optional<Path> header() {
        return Stream.of(System.getenv("CUDA_HOME"), System.getenv("CUDA_PATH"), "/usr/local/cuda", "/opt/cuda")
                .filter(home -> home != null)
                .map(home -> Path.of(home, HEADER))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /// The header renames some functions by macros, says CUDAAPI, and breaks its lines.
    private static String normalised(String text) {
        return text.replace("CUDAAPI ", "")
                .replaceAll("_v\\d\\(", "(")
                .replaceAll("\\s+", " ")
                .replaceAll(" ?\\* ?", "*");
    }
}
