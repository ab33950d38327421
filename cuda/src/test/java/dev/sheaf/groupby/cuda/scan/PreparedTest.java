package dev.sheaf.groupby.cuda.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PreparedTest {
    private record Sum(int value) {}

    private record Other(int value) {}

    private int made;

    private Sum sum(Prepared prepared, Object... of) {
        return prepared.of(Sum.class, () -> new Sum(made++), of);
    }

    @Test
    void theSameIsMadeOnce() {
        Prepared prepared = new Prepared();
        List<String> list = List.of("a");

        Sum first = sum(prepared, list, 70_000L, true, new long[] {1, 2});

        assertThat(sum(prepared, list, 70_000L, true, new long[] {1, 2})).isSameAs(first);
    }

    @Test
    void somethingElseIsMadeOfSomethingElse() {
        Prepared prepared = new Prepared();
        List<String> list = List.of("a");
        List<Object[]> all = List.of(
                new Object[] {list, 1L},
                new Object[] {list, 2L},
                new Object[] {list, 1},
                new Object[] {List.of("a"), 1L},
                new Object[] {list},
                new Object[] {list, new long[] {1}},
                new Object[] {list, new long[] {2}});

        assertThat(all.stream().map(of -> sum(prepared, of)).distinct()).hasSize(all.size());
        assertThat(all.stream().map(of -> sum(prepared, of)).distinct()).hasSize(all.size());
        assertThat(made).isEqualTo(all.size());
    }

    @Test
    void stepsAreToldApart() {
        Prepared prepared = new Prepared();

        assertThat(sum(prepared, 1).value()).isZero();
        assertThat(prepared.of(Other.class, () -> new Other(9), 1).value()).isEqualTo(9);
    }

    @Test
    void littleIsKept() {
        Prepared prepared = new Prepared();
        for (int i = 0; i < 1_000; i++) {
            sum(prepared, i);
            assertThat(sum(prepared, i).value()).isEqualTo(i);
        }
        assertThat(sum(prepared, 0).value()).isEqualTo(1_000);
    }

    @Test
    void nothingIsKeptOfRowsOfNoPlan() {
        sum(Prepared.NONE, 1);

        assertThat(sum(Prepared.NONE, 1).value()).isEqualTo(1);
    }
}
