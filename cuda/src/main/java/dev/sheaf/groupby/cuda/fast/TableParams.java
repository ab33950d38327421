package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.ResultColumns;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.util.List;

/// What all launches over one table of groups have in common: the beginning of `struct Params` of block_groups.cu,
/// count_keys.cu and hash_groups.cu.
record TableParams(ScanShape shape, KeySample sample, ResultColumns results, Counters counters, Stream stream) {
    /// What kernels count that sum while they number.
    static final List<Counters.Of> SUMMING = List.of(Counters.Of.OUTSIDE, Counters.Of.WATCHED, Counters.Of.FULL);

    /// What kernels count that only count rows: no sum can overflow.
    static final List<Counters.Of> COUNTING = List.of(Counters.Of.OUTSIDE, Counters.Of.FULL);

    /// The members up to the first row. `memory` holds the addresses of what the kernels keep in device memory.
    KernelStruct struct(ScanRows rows, long firstRow, List<Counters.Of> counted, long... memory) {
        KernelStruct struct = results.params(rows, shape, counters, stream).addAll(memory);
        counted.forEach(counter -> struct.add(counters.address(counter)));
        return struct.add(sample.table()).add(sample.list()).add(firstRow);
    }

    /// The same for tables of `capacity` keys with as many cells behind them, which lie in memory full of zeros.
    KernelStruct hashed(ScanRows rows, long firstRow, List<Counters.Of> counted, int capacity) {
        long keys = counters.zeros();
        return struct(rows, firstRow, counted, keys, keys + (long) capacity * Long.BYTES)
                .add((int) sample.findings().different());
    }
}
