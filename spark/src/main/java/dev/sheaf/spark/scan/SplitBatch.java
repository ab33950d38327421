package dev.sheaf.spark.scan;

import dev.sheaf.expr.Expr;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.spark.column.TableBatch;
import dev.sheaf.spark.translate.InputColumn;
import java.util.List;
import java.util.Optional;

/// The rows of a split of a file.
final class SplitBatch extends TableBatch {
    private final Dataset rows;
    private final ScanColumns places;

    SplitBatch(Dataset rows, ScanColumns places) {
        super(Math.toIntExact(
                Math.min(Integer.MAX_VALUE, rows.stats().rowCount().orElse(0))));
        this.rows = rows;
        this.places = places;
    }

    @Override
    public BatchSource open(List<InputColumn> inputs, Optional<Expr> condition, QueryContext context) {
        List<String> names = inputs.stream()
                .flatMap(input -> places.name(input).stream())
                .distinct()
                .toList();
        Scan scan = new Scan(names, condition.map(rows -> places.ofFile(rows, inputs)));
        return new SplitSource(rows.scan(scan, context), places, inputs);
    }
}
