package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;

/// A table `t` that DuckDB holds and writes as Parquet, filled at random by statements.
@FunctionalInterface
interface RandomTable {

    /// Makes `t` anew.
    void fill(DuckDb duck, SplittableRandom random) throws SQLException;

    /// Asserts that both give the same rows, in order, for queries over each of some tables.
    default void givesSameRows(List<String> queries, int cases, Path folder) {
        Path file = folder.resolve("t.parquet");
        try (DuckDb duck = new DuckDb()) {
            RandomCases.run(cases, random -> {
                fill(duck, random);
                duck.writeParquet("t", file);
                try (SheafSql sheaf = SheafSql.over(file)) {
                    for (String query : queries) {
                        assertThat(sheaf.query(query, SheafSql.Way.random(random))
                                        .rows())
                                .as(query)
                                .isEqualTo(duck.query(query).rows());
                    }
                }
            });
        }
    }
}
