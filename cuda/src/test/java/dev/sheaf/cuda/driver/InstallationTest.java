package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.CudaStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
    @TempDir
    private Path root;

    @Test
    void withoutADriverThereIsAReason() {
        assertThat(Installation.find(new LibrarySearch(Map.of(), root)))
                .isEqualTo(new Installation.Absent(
                        "libcuda.so.1 not found; install an NVIDIA driver, version 525 or newer"));
    }

    @Test
    void aLibraryThatIsNoDriverIsAReason() throws IOException {
        Path library = Files.createDirectories(root.resolve("usr/lib64")).resolve("libcuda.so.1");
        Files.copy(Path.of(System.getProperty("java.home"), "lib", "libzip.so"), library);

        assertThat(Installation.find(new LibrarySearch(Map.of(), root)))
                .isEqualTo(new Installation.Absent(library + " cannot be used: " + library
                        + " lacks cuInit; install an NVIDIA driver, version 525 or newer"));
    }

    @Test
    void aDriverWithoutDevicesIsAReason() {
        FakeCuda fake = new FakeCuda();
        fake.devices = 0;

        assertThat(Installation.with(fake.start(), new LibrarySearch(Map.of(), root), noRedist()))
                .isEqualTo(new Installation.Absent(
                        "the NVIDIA driver shows no GPU to this process; see CUDA_VISIBLE_DEVICES"));
    }

    @Test
    void aDeviceWithoutACompilerIsUsable() {
        Driver driver = new FakeCuda().start();
        Installation found = Installation.with(driver, new LibrarySearch(Map.of(), root), noRedist());

        assertThat(DriverLookup.status(found))
                .isEqualTo(new CudaStatus.Available(driver.devices(), "13.0", Optional.empty()));
    }

    @Test
    void aDeviceAndACompilerAreUsable() throws IOException {
        Path nvrtc = Files.createDirectories(root.resolve("usr/lib64")).resolve("libnvrtc.so.13");
        Files.writeString(nvrtc, "library");
        Driver driver = new FakeCuda().start();

        Installation found = Installation.with(driver, new LibrarySearch(Map.of(), root), noRedist());

        assertThat(DriverLookup.status(found))
                .isEqualTo(new CudaStatus.Available(driver.devices(), "13.0", Optional.of(nvrtc)));
    }

    @Test
    void aLostDeviceIsAReasonFromThenOn() {
        FakeCuda fake = new FakeCuda();
        Driver driver = fake.start();
        Installation usable = new Installation.Usable(driver, Nvrtc.at(Path.of("libnvrtc.so.13")));
        fake.failNext("cuStreamSynchronize", Faults.ILLEGAL_ADDRESS);
        Stream.open(driver.device(0)).close();

        assertThat(DriverLookup.status(usable))
                .isInstanceOfSatisfying(
                        CudaStatus.Unavailable.class,
                        status -> assertThat(status.reason()).contains("CUDA_ERROR_ILLEGAL_ADDRESS"));
    }

    @Test
    void errorTextsAreReadFromTheDriver() {
        assertThat(new DriverErrors(new FakeCuda().lib).describe(2))
                .isEqualTo("CUDA_ERROR_OUT_OF_MEMORY (2), the meaning of 2");
    }

    private RedistNvrtc noRedist() {
        return new RedistNvrtc(ClassLoader.getPlatformClassLoader(), "x86_64", root);
    }
}
