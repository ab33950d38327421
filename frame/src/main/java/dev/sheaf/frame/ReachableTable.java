package dev.sheaf.frame;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.resident.ExposedArray;
import dev.sheaf.resident.ResidentMemory;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.resident.ResidentTable;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Optional;

/// A resident table that is closed once neither a frame nor a query reaches it.
final class ReachableTable implements ResidentTable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final ResidentTable table;
    private final Cleaner.Cleanable cleanable;

    /// Takes over the table.
    ReachableTable(ResidentTable table) {
        this.table = table;
        this.cleanable = CLEANER.register(this, table::close);
    }

    @Override
    public ResidentMemory memory() {
        return table.memory();
    }

    @Override
    public Schema schema() {
        return table.schema();
    }

    @Override
    public SourceStats stats() {
        return table.stats();
    }

    @Override
    public String describe() {
        return table.describe();
    }

    @Override
    public long rowCount() {
        return table.rowCount();
    }

    @Override
    public long byteSize() {
        return table.byteSize();
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        try {
            return table.scan(scan, context);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /// Devices know tables of their own alone.
    @Override
    public Optional<ResidentTable> run(ResidentOperator operator, QueryContext context) {
        try {
            return table.run(
                    operator instanceof ResidentOperator.Append(List<ResidentTable> below)
                            ? new ResidentOperator.Append(
                                    below.stream().map(ReachableTable::own).toList())
                            : operator,
                    context);
        } finally {
            Reference.reachabilityFence(operator);
            Reference.reachabilityFence(this);
        }
    }

    private static ResidentTable own(ResidentTable table) {
        return table instanceof ReachableTable reachable ? reachable.table : table;
    }

    @Override
    public Table download(QueryContext context) {
        try {
            return table.download(context);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public ExposedArray expose(String column) {
        try {
            return table.expose(column);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void close() {
        cleanable.clean();
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
