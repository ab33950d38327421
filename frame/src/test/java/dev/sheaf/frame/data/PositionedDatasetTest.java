package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What rows are asked for where labels stand beside them.
class PositionedDatasetTest {
    private static final Expr OF_LABELS = col("label").gt(1L);
    private static final Expr OF_ROWS = col("v").gt(2);

    private final Table table = Table.of("v", new int[] {1, 2, 3});
    private final List<Scan> asked = new ArrayList<>();

    /// Rows that note how they are asked for.
    private final class Asked implements Dataset {
        private final Dataset rows = new TableDataset(table);

        @Override
        public Schema schema() {
            return rows.schema();
        }

        @Override
        public String describe() {
            return rows.describe();
        }

        @Override
        public BatchSource scan(Scan scan, QueryContext context) {
            asked.add(scan);
            return rows.scan(scan, context);
        }
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Scan asked(Optional<Expr> filter, Optional<Scan.Lead> lead) {
        Dataset labelled = new PositionedDataset(new Asked(), RangeIndex.of(3), "label");
        labelled.scan(new Scan(List.of("label", "v"), filter, lead), QueryContext.create())
                .close();
        return asked.getLast();
    }

    private Optional<Expr> asked(Expr condition) {
        return asked(Optional.of(condition), Optional.empty()).filter();
    }

    @Test
    void rowsAreAskedForWhatStandsBeforeAndBehindLabels() {
        assertThat(asked(OF_ROWS.and(OF_LABELS))).contains(OF_ROWS);
        assertThat(asked(OF_LABELS.and(OF_ROWS))).contains(OF_ROWS);
        assertThat(asked(OF_LABELS)).isEmpty();
    }

    @Test
    void nothingIsAskedBehindAPartAboutLabelsThatMayFail() {
        Expr mayOverflow = col("label").times(Long.MAX_VALUE).gt(0L);

        assertThat(asked(mayOverflow.and(OF_ROWS))).isEmpty();
        assertThat(asked(OF_ROWS.and(mayOverflow))).contains(OF_ROWS);
    }

    @Test
    void theColumnThatLeadsIsPassedOnUnlessItHoldsLabels() {
        Scan.Lead ofRows = new Scan.Lead("v", SortDirection.DESCENDING, _ -> Optional.of(OF_LABELS.and(OF_ROWS)));
        Scan.Lead ofLabels = new Scan.Lead("label", SortDirection.DESCENDING, _ -> Optional.of(OF_LABELS));

        Scan.Lead passed = asked(Optional.empty(), Optional.of(ofRows)).lead().orElseThrow();
        assertThat(passed.column()).isEqualTo("v");
        assertThat(passed.direction()).isEqualTo(SortDirection.DESCENDING);
        assertThat(passed.wanted().apply(0)).contains(OF_ROWS);
        assertThat(asked(Optional.empty(), Optional.of(ofLabels)).lead()).isEmpty();
    }
}
