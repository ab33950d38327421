package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.Devices;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.groupby.cuda.Gpu;
import dev.sheaf.groupby.cuda.GpuStream;
import dev.sheaf.groupby.cuda.GpuTable;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;

/// Loads a table to a GPU once and groups it there twice; the first result stays there and is grouped again.
/// Without a GPU it says so, on the error stream, and lets the CPU answer.
///
/// ```text
/// north: 7 units
/// south: 14 units
/// regions: 2, units: 21
/// units so far: [3, 5, 7, 14]
/// ```
public final class TablesOnAGpu {
    /// The units of a row and those before it in the same region.
    private static final GroupScan SO_FAR = GroupScan.scan(sum("units")).as("so far");

    private TablesOnAGpu() {}

    static void main() {
        try (Table sales = Table.of(
                "region", new String[] {"north", "south", "north", "south"}, "units", new int[] {3, 5, 4, 9})) {
            switch (Devices.status()) {
                case CudaStatus.Available _ -> onGpu(sales);
                case CudaStatus.Unavailable(String reason) -> {
                    System.err.println("no GPU, so the CPU groups: " + reason);
                    onCpu(sales);
                }
            }
        }
    }

    private static void onGpu(Table sales) {
        Gpu gpu = Gpu.open(0);
        try (MemoryPool pool = MemoryPool.withLimits(1L << 30, 1L << 30);
                GpuStream stream = gpu.openStream()) {
            QueryContext context = QueryContext.builder().pool(pool).build();
            try (GpuTable loaded = gpu.load(new TableDataset(sales), context, stream);
                    GpuTable regions = loaded.groupBy("region")
                            .order(Order.SORTED)
                            .aggregate(context, stream, sum("units").as("units"));
                    Table byRegion = regions.download(pool, stream);
                    Table total = regions.groupBy()
                            .download(
                                    context, count().as("regions"), sum("units").as("units"));
                    GpuTable running = loaded.groupBy("region").scan(context, stream, SO_FAR);
                    Table soFar = running.download(pool, stream)) {
                print(byRegion, total, soFar);
            }
        }
    }

    private static void onCpu(Table sales) {
        try (Table byRegion = GroupBy.on(sales, "region")
                        .order(Order.SORTED)
                        .aggregate(sum("units").as("units"));
                Table total = GroupBy.on(byRegion)
                        .aggregate(count().as("regions"), sum(col("units")).as("units"));
                Groups groups = GroupBy.on(sales, "region").groups();
                Table soFar = groups.scan(RowsBy.TABLE, SO_FAR)) {
            print(byRegion, total, soFar);
        }
    }

    private static void print(Table byRegion, Table total, Table soFar) {
        byRegion.rows().forEach(row -> IO.println(row.get(0) + ": " + row.get(1) + " units"));
        total.rows().forEach(row -> IO.println("regions: " + row.get(0) + ", units: " + row.get(1)));
        IO.println("units so far: " + soFar.values("so far"));
    }
}
