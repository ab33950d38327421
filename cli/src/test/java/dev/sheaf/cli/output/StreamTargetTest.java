package dev.sheaf.cli.output;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.io.text.FileTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamTargetTest {
    @TempDir
    private Path folder;

    @Test
    void aPipeWithoutAReaderIsNoFailure() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().close();
        try (StreamTarget target = new StreamTarget(Channels.newOutputStream(pipe.sink()))) {
            assertThatThrownBy(() -> target.append("a")).isInstanceOf(ReaderGoneException.class);
        } finally {
            pipe.sink().close();
        }
    }

    @Test
    void otherFailuresAreOnesWhateverTheirWords() {
        OutputStream stream = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space for the pipeline");
            }
        };
        try (StreamTarget target = new StreamTarget(stream)) {
            assertThatThrownBy(() -> target.append("a"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("no space for the pipeline");
        }
    }

    @Test
    void aFileThatCannotTakeItsPlaceIsAFailureWhateverItsFolderIsCalled() throws IOException {
        Path file = Files.createDirectory(folder.resolve("pipeline")).resolve("o.csv");
        try (FileTarget target = new FileTarget(file)) {
            target.append("a\n");
            Files.createFile(Files.createDirectory(file).resolve("in-the-way"));

            assertThatThrownBy(target::commit)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageStartingWith("cannot write " + file);
        }
    }
}
