package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.stride.Stride;
import dev.sheaf.groupby.cuda.stride.StrideAhead;
import dev.sheaf.groupby.cuda.stride.StrideLimits;
import dev.sheaf.groupby.cuda.stride.StrideReader;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.QueryContext;

/// Groups rows of the host stride by stride by the fast strategies alone.
record FastStrides(GeneralPlan plan, OpenDevice open, Stream worker, Stream copies, QueryContext context) {
    private static final String NO_MEMORY = "no memory for partial groups";

    /// What came of it.
    sealed interface Result {
        /// All groups.
        record Found(Answer answer) implements Result {}

        /// No row takes part.
        record NoGroups() implements Result {}

        /// Strides that were read were not grouped; they have to be read again, and grouped another way.
        record Declined(String why) implements Result {}
    }

    /// The groups of all rows of a reader.
    Result group(StrideReader reader, StrideLimits limits) {
        return FastPlan.of(plan)
                .flatMap(fast -> StridedGroups.of(plan, fast, open, run(), context))
                .map(groups -> group(groups, reader, limits))
                .orElseGet(() -> new Result.Declined("functions without partial groups"));
    }

    private DeviceRun run() {
        return new DeviceRun(open.kernels(), context.pool(), worker);
    }

    private Result group(StridedGroups strides, StrideReader reader, StrideLimits limits) {
        try (StridedGroups groups = strides) {
            if (!addAll(groups, reader, limits)) {
                return new Result.Declined(groups.why());
            }
            if (groups.isEmpty()) {
                return new Result.NoGroups();
            }
            Answer answer = groups.answer(new ResidentGroupBy(plan, () -> FastPlan.of(plan), open, run(), context));
            return answer == null ? new Result.Declined(groups.why()) : new Result.Found(answer);
        } catch (MemoryLimitException failure) {
            return new Result.Declined(NO_MEMORY);
        } catch (CudaException failure) {
            if (!failure.isOutOfMemory()) {
                throw failure;
            }
            return new Result.Declined(NO_MEMORY);
        }
    }

    private boolean addAll(StridedGroups groups, StrideReader reader, StrideLimits limits) {
        try (StrideAhead ahead = new StrideAhead(plan, reader, limits, copies, context)) {
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
}
