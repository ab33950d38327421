package dev.sheaf.testing.groupby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.AggregationKind;
import dev.sheaf.testing.groupby.ContractCells.Cell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContractCellsTest {
    private static final int CASES = 20_000;

    @Test
    void aSoakHasTwentyCasesOfEveryCell() {
        Map<Cell, Integer> counts = new HashMap<>();
        ContractCells.permitted().forEach(cell -> counts.put(cell, 0));
        int cells = counts.size();
        SplittableRandom seeds = new SplittableRandom(1);
        for (int i = 0; i < CASES; i++) {
            ContractCells.cells(ContractCells.MANY, new SplittableRandom(seeds.nextLong()))
                    .forEach(cell -> counts.merge(cell, 1, Integer::sum));
        }

        print(counts);
        assertThat(counts).hasSize(cells);
        assertThat(counts.values()).allMatch(count -> count >= 20);
    }

    /// A line a kind, of the types that it takes with and without nulls, of no rows and some, sorted and not.
    private static void print(Map<Cell, Integer> counts) {
        for (AggregationKind kind : AggregationKind.values()) {
            List<Integer> of = counts.entrySet().stream()
                    .filter(count -> count.getKey().kind() == kind)
                    .map(Map.Entry::getValue)
                    .sorted()
                    .toList();
            if (!of.isEmpty()) {
                System.out.printf(
                        "%-18s %2d types x nulls x empty x sorted: %4d cells of %3d to %3d cases%n",
                        kind, of.size() / 8, of.size(), of.getFirst(), of.getLast());
            }
        }
    }
}
