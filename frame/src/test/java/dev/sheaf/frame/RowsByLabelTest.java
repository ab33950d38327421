package dev.sheaf.frame;

import static dev.sheaf.frame.CudfFacts.labelled;
import static dev.sheaf.frame.CudfFacts.labels;
import static dev.sheaf.frame.CudfFacts.none;
import static dev.sheaf.frame.CudfFacts.refused;
import static dev.sheaf.frame.CudfFacts.s;
import static dev.sheaf.frame.CudfFacts.same;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Answers that pandas gives to the same calls, on the data of cuDF's tests.
class RowsByLabelTest {
    private static Series animals() {
        return DataFrame.of(
                        "animal", new String[] {"lama", "lama", "cow", "cow", "falcon"},
                        "what", new String[] {"speed", "weight", "speed", "weight", "speed"},
                        "v", new int[] {1, 2, 3, 4, 5})
                .setIndex("animal", "what")
                .get("v");
    }

    @Test
    void dropsRowsOfLabels() {
        Series twenty = s("b", null, "b", null, "b", null, "b", null, "b", null);

        same(labels(twenty.dropRows(1)), 0, 2, 3, 4, 5, 6, 7, 8, 9);
        same(labels(twenty.dropRows(5, 9)), 0, 1, 2, 3, 4, 6, 7, 8);
        same(twenty.dropRows(0), null, "b", null, "b", null, "b", null, "b", null);
        assertThat(twenty.dropRows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9).size()).isZero();
        same(animals().dropRows("cow"), 1, 2, 5);
        same(animals().dropRows("lama", "falcon"), 3, 4);
        same(labelled(s(1, 2, 3), s("x", null, "y")).dropRows("x"), 2, 3);
        refused(() -> labelled(s(10, 20, 30), s("x", "y", "z")).dropRows("p"));
        refused(() -> s(1, 2).toFrame().dropRows(7));
    }

    @Test
    void findsRowsOfLabelsInAnyOrder() {
        Series letters = labelled(s(4, 7, -5, 3), s("d", "b", "a", "c"));

        same(letters.reindex("a", "b", "c", "d"), -5, 7, 3, 4);
        same(letters.reindex("z", "b", "b"), null, 7, 7);
        same(labels(letters.reindex("z", "b", "b")), "z", "b", "b");
        same(s(10, 20, 30).reindex(2, 0), 30, 10);
        assertThat(letters.toFrame().reindex("c").index().names()).containsExactly("");
        refused(() -> labelled(s(0, 1, 2, 3), s(0, 0, 1, 1)).reindex(0, 1));
    }

    @Test
    void sortsByFallingLabels() {
        Series letters = labelled(s(10, 3, 12), s("a", "z", null));

        same(letters.sortIndexFalling(), 3, 10, 12);
        same(s(10, 3, 12).sortIndexFalling(), 12, 3, 10);
        same(labels(s(10, 3, 12).toFrame().sortIndexFalling().get("v")), 2, 1, 0);
    }

    @Test
    void givesAllModes() {
        same(s(1, 2, 3).mode(), 1, 2, 3);
        same(s(2, 3, -1, 0, 1).mode(), -1, 0, 1, 2, 3);
        same(s(1, 2, 3, null, 2, 1).mode(), 1, 2);
        same(s("ab", "bc", "ab", null, "bc", null, null).mode(), "ab", "bc");
        same(s(4).mode(), 4);
        assertThat(none(5).mode().size()).isZero();
        assertThat(s(2, 2).rename("count").mode().toList()).containsExactly(2);
    }
}
