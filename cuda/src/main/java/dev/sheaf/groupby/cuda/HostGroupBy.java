package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.general.GeneralGroupBy;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.scan.FastPlanner;
import dev.sheaf.groupby.cuda.stride.Stride;
import dev.sheaf.groupby.cuda.stride.StrideAhead;
import dev.sheaf.groupby.cuda.stride.StrideLimits;
import dev.sheaf.groupby.cuda.stride.StrideReader;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Groups rows of a source on the host: all at once if the fast strategies may take them and they fit the device; a
/// table in memory that does not fit in strides by the fast strategies, whose groups are merged; all else by the
/// general strategy, stride by stride.
final class HostGroupBy {
    private final GeneralPlan plan;
    private final OpenDevice open;
    private final Stream worker;
    private final Stream copies;
    private final QueryContext context;
    private final DeviceRun run;
    private final StrideLimits strided;
    private final StrideLimits merged;
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
        this.merged = StrideLimits.merged(plan, stats, open.device(), context);
        this.resident = StrideLimits.resident(plan, stats, open.device(), context);
    }

    /// The result, which is the caller's.
    Answer run(StrideReader reader) {
        Optional<FastPlan> fast = ResidentGroupBy.fast(plan, context).filter(known -> !known.needsRows());
        if (fast.isEmpty()) {
            return inStrides(null, reader, "functions or options that only it has");
        }
        if (resident.isPassed() && reader.canStartOver()) {
            return merged(fast.orElseThrow(), reader);
        }
        try (Stride first = upload(reader)) {
            UploadParts upload = first.share(worker);
            if (reader.hasMore()) {
                upload.awaitAll(worker);
                return inStrides(first, reader, "rows come in batches");
            }
            return results().answer(first.inputs(), first.rows(), upload);
        }
    }

    private ResidentGroupBy results() {
        return new ResidentGroupBy(plan, () -> FastPlanner.of(plan), open, run, context);
    }

    private Stride upload(StrideReader reader) {
        try (var _ = context.phases().time(Phase.UPLOAD)) {
            return Stride.read(plan, reader, resident, copies, context);
        }
    }

    /// Groups by the fast strategies, stride by stride. If they decline a stride, or memory is short for it, the
    /// general strategy groups everything from the first row on.
    private Answer merged(FastPlan fast, StrideReader reader) {
        String why;
        try (StridedGroups groups =
                StridedGroups.of(plan, fast, open, run, context).orElse(null)) {
            if (groups == null) {
                why = "functions without partial groups";
            } else {
                boolean isAdded = addAll(groups, reader);
                if (isAdded && groups.isEmpty()) {
                    return inStrides(null, reader, "no row takes part");
                }
                Answer answer = isAdded ? groups.answer(results()) : null;
                if (answer != null) {
                    return answer;
                }
                why = groups.why();
            }
        } catch (MemoryLimitException failure) {
            why = "no memory for partial groups";
        } catch (CudaException failure) {
            if (!failure.isOutOfMemory()) {
                throw failure;
            }
            why = "no memory for partial groups";
        }
        reader.startOver();
        return inStrides(null, reader, why);
    }

    private boolean addAll(StridedGroups groups, StrideReader reader) {
        try (StrideAhead ahead = new StrideAhead(plan, reader, merged, copies, context)) {
            Stride stride;
            while ((stride = ahead.next(worker)) != null) {
                try (Stride current = stride) {
                    if (!groups.add(current)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    private Answer inStrides(@Nullable Stride first, StrideReader reader, String why) {
        try (StrideAhead ahead = new StrideAhead(plan, reader, strided, copies, context);
                GeneralGroupBy groupBy = new GeneralGroupBy(plan, run, open.store(), context, strided.rows())) {
            if (first != null) {
                groupBy.add(first);
                first.close();
            }
            return groupBy.run(ahead, why);
        }
    }
}
