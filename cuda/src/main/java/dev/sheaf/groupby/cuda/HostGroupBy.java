package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import org.jspecify.annotations.Nullable;

/// Groups rows of a source on the host: all at once if the fast strategies may take them and they fit the device,
/// else by the general strategy, stride by stride.
final class HostGroupBy {
    private final GeneralPlan plan;
    private final OpenDevice open;
    private final Stream worker;
    private final Stream copies;
    private final QueryContext context;
    private final DeviceRun run;
    private final StrideLimits strided;
    private final StrideLimits resident;

    HostGroupBy(
            GeneralPlan plan, SourceStats stats, OpenDevice open, Stream worker, Stream copies, QueryContext context) {
        this.plan = plan;
        this.open = open;
        this.worker = worker;
        this.copies = copies;
        this.context = context;
        this.run = new DeviceRun(open.kernels(), context.pool(), worker);
        this.strided = StrideLimits.strided(plan, stats, open.device(), context);
        this.resident = StrideLimits.resident(plan, stats, open.device(), context);
    }

    /// The result, which is the caller's.
    ResidentGroupBy.Answer run(StrideReader reader) {
        if (ResidentGroupBy.fast(plan, context).isEmpty()) {
            return inStrides(null, reader);
        }
        try (Stride first = upload(reader)) {
            Arrivals arrivals = first.share(worker);
            if (reader.hasMore()) {
                arrivals.awaitAll(worker);
                return inStrides(first, reader);
            }
            return new ResidentGroupBy(plan, open, run, context, strided)
                    .answer(first.inputs(), first.rows(), arrivals);
        }
    }

    private Stride upload(StrideReader reader) {
        try (var _ = context.phases().time(Phase.UPLOAD)) {
            return Stride.read(plan, reader, resident, copies, context);
        }
    }

    private ResidentGroupBy.Answer inStrides(@Nullable Stride first, StrideReader reader) {
        try (StrideAhead ahead = new StrideAhead(plan, reader, strided, copies, context);
                GeneralGroupBy groupBy = new GeneralGroupBy(plan, run, context, strided.rows())) {
            if (first != null) {
                groupBy.add(first);
                first.close();
            }
            Table table = groupBy.run(ahead);
            String where = plan.finish().isNone() ? "" : ", final expressions on the CPU";
            return new ResidentGroupBy.Answer(
                    ResidentGroupBy.finished(plan, table, context), "general strategy, " + groupBy.how() + where);
        }
    }
}
