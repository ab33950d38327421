package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How many rows joins and filters are taken to give where little is known.
class EstimateTest {
    private static final Estimate LINES = new Estimate(600_000, Map.of());
    private static final Estimate OFFERS = new Estimate(80_000, Map.of());

    @Test
    void severalKeysHaveNoMoreValuesThanTheSmallerSideHasRows() {
        List<Equality> keys = List.of(equal("l_part", "o_part"), equal("l_supplier", "o_supplier"));
        assertThat(LINES.joinedRows(OFFERS, keys)).isEqualTo(600_000);
        assertThat(LINES.joined(OFFERS, keys).rows()).isEqualTo(600_000);
    }

    @Test
    void oneKeyMayHaveMoreValuesThanAFilteredSideHasRows() {
        Estimate nations = new Estimate(5, Map.of("n_key", 25.0));
        Estimate suppliers = new Estimate(1_000, Map.of("s_nation", 25.0));
        assertThat(suppliers.joinedRows(nations, List.of(equal("s_nation", "n_key"))))
                .isEqualTo(200);
    }

    @Test
    void aKeyHasTheValuesOfTheSideThatHasFewer() {
        Estimate suppliers = new Estimate(1_000, Map.of());
        Estimate nations = new Estimate(25, Map.of());
        Estimate both = suppliers.joined(nations, List.of(equal("s_nation", "n_key")));
        assertThat(both.distinct()).containsEntry("s_nation", 25.0).containsEntry("n_key", 25.0);
        Estimate customers = new Estimate(15_000, Map.of());
        assertThat(customers.joinedRows(both, List.of(equal("c_nation", "s_nation"))))
                .isEqualTo(600_000);
    }

    @Test
    void oneOfUnknownManyValuesIsATenthOfTheRows() {
        LogicalPlan scan = new LogicalPlan.Scan(new Sized(), List.of("flag"), Optional.empty());
        LogicalPlan filter = new LogicalPlan.Filter(scan, col("flag").eq(lit("R")));
        assertThat(Estimate.of(filter).rows()).isEqualTo(10_000);
    }

    private static Equality equal(String first, String second) {
        return new Equality(col(first), col(second));
    }

    /// Rows whose number is all that is known.
    private record Sized() implements Dataset {
        @Override
        public Schema schema() {
            return Schema.of(new Field("flag", DataType.STRING));
        }

        @Override
        public SourceStats stats() {
            return SourceStats.ofRows(100_000);
        }

        @Override
        public String describe() {
            return "sized";
        }

        @Override
        public BatchSource scan(Scan scan, QueryContext context) {
            throw new UnsupportedOperationException();
        }
    }
}
