package dev.sheaf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakRunTest {
    private static final String SET = "SomeTest#cases[2]";
    private static final List<Long> SEEDS = seeds().longs(10).boxed().toList();

    private final List<Long> ran = new ArrayList<>();

    @TempDir
    private Path folder;

    private SoakJournal journal;

    @BeforeEach
    void open() {
        journal = SoakJournal.in(folder);
    }

    private static SplittableRandom seeds() {
        return new SplittableRandom(3);
    }

    private void run(int cases) {
        new SoakRun(journal, SET, cases).run(seeds(), ran::add);
    }

    @Test
    void aRunGoesOnWhereAKilledOneWas() {
        journal.done(SET, 10, 4, 1_000);
        journal.done("SomeTest#cases[3]", 10, 9, 1_000);

        run(10);

        assertThat(ran).isEqualTo(SEEDS.subList(4, 10));
        assertThat(journal.progress(SET).done()).isEqualTo(10);
    }

    @Test
    void aRunThatIsDoneIsNotRepeated() {
        run(10);
        run(10);

        assertThat(ran).isEqualTo(SEEDS);
    }

    @Test
    void aLineThatWasCutOffCountsForNothing() throws IOException {
        journal.done(SET, 10, 4, 1_000);
        Files.writeString(journal.file(), "done\t" + SET + "\t10\t9\t1", StandardOpenOption.APPEND);

        run(10);

        assertThat(ran).isEqualTo(SEEDS.subList(4, 10));
        assertThat(journal.progress(SET).done()).isEqualTo(10);
    }

    @Test
    void aFailureIsKeptAndTheOthersRun() {
        SoakRun run = new SoakRun(journal, SET, 10);

        assertThatThrownBy(() -> run.run(seeds(), seed -> {
                    ran.add(seed);
                    assertThat(seed).isNotEqualTo(SEEDS.get(3));
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("1 of 10 cases failed");

        assertThat(ran).isEqualTo(SEEDS);
        assertThat(journal.progress(SET).failedSeeds()).containsExactly(SEEDS.get(3));
        assertThatThrownBy(() -> run(10)).hasMessageStartingWith("1 of 10 cases failed");
    }

    @Test
    void thatManyFailuresAreEnough() {
        assertThatThrownBy(() -> new SoakRun(journal, SET, 1_000).run(seeds(), _ -> {
                    throw new IllegalStateException("broken\tin\ntwo lines");
                }))
                .hasMessageStartingWith("20 of 20 cases failed");
    }

    @Test
    void everyLineIsWhole() throws IOException {
        run(2);

        try (Stream<String> lines = Files.lines(journal.file())) {
            assertThat(lines.filter(line -> !line.isEmpty()))
                    .allMatch(line -> line.endsWith("\t."))
                    .hasSize(1);
        }
    }
}
