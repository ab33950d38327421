package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.Devices;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.resident.ResidentMemory;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.resident.ResidentTable;
import java.util.Optional;
import java.util.SequencedMap;

/// The first GPU of this process as a place for tables, for [java.util.ServiceLoader]. Others are had by
/// [Gpu#open(int)].
public final class CudaMemory implements ResidentMemory {
    /// For [java.util.ServiceLoader].
    public CudaMemory() {}

    @Override
    public String describe() {
        return "GPU 0";
    }

    @Override
    public Optional<String> unavailable() {
        return switch (Devices.status()) {
            case CudaStatus.Available _ -> Optional.empty();
            case CudaStatus.Unavailable(String reason) -> Optional.of(reason);
        };
    }

    @Override
    public ResidentTable load(Dataset rows, QueryContext context) {
        return Gpu.open(0).load(rows, context);
    }

    @Override
    public ResidentTable borrow(SequencedMap<String, CudaArray> columns, Runnable release) {
        return Gpu.open(0).borrow(columns, release);
    }

    @Override
    public Optional<String> refusal(ResidentOperator operator, Schema input) {
        return Gpu.open(0).refusal(operator, input);
    }
}
