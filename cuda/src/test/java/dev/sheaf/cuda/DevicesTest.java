package dev.sheaf.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DevicesTest {
    @Test
    void thereIsAnAnswerOnEveryMachine() {
        switch (Devices.status()) {
            case CudaStatus.Available available ->
                assertThat(available.devices()).isNotEmpty();
            case CudaStatus.Unavailable(String reason) -> assertThat(reason).isNotBlank();
        }
    }

    /// Without the flag a restricted call makes the JVM warn; asking must not make one.
    @Test
    void askingWithoutTheFlagPrintsNoWarning() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Asking.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(output)
                .startsWith("Unavailable[reason=")
                .containsAnyOf("libcuda.so.1 not found", "--enable-native-access=ALL-UNNAMED", "runs on Linux")
                .hasLineCount(1);
    }

    /// What the other process runs.
    static final class Asking {
        public static void main(String[] arguments) {
            System.out.println(Devices.status());
        }
    }
}
