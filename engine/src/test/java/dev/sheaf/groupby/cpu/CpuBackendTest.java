package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.Backend;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.groupby.GroupByContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuBackendTest extends GroupByContract {
    /// Chunks, tables and partitions so small that they grow and are merged all the time.
    static final Map<String, String> TINY = Map.of(
            "cpu.chunk.rows", "3",
            "cpu.table.initialSlots", "4",
            "cpu.table.checkFromGroups", "5",
            "cpu.numberedTexts", "2",
            "cpu.textTable.checkFromGroups", "4",
            "cpu.partitions", "4",
            "cpu.block.rows", "7",
            "cpu.rowPartitions", "4",
            "cpu.merge.partitionFromGroups", "2",
            "cpu.keptRows.max", "4");

    private static final Map<String, String> HASHED = Map.of(
            "cpu.index.maxBits", "0",
            "cpu.table.checkFromGroups", "100");

    /// Tables that would never be given up for the new groups they get.
    private static final Map<String, String> FULL = Map.of(
            "cpu.table.mostGroups", "6",
            "cpu.table.checkFromGroups", "1000",
            "cpu.textTable.checkFromGroups", "1000",
            "cpu.merge.partitionFromGroups", "1000");

    @Test
    void everyKindOfEveryTypeGivesWhatTheReferenceGives(MemoryPool pool) {
        cells(pool);
    }

    @Override
    public Backend backend() {
        return new CpuBackend();
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                Variant.of("as it comes", 1, Map.of()),
                Variant.of("as it comes", 4, Map.of()),
                Variant.of("tiny", 1, TINY),
                Variant.of("tiny", 4, TINY),
                forced("direct", 1),
                forced("packed64", 4),
                forced("packed128", 1),
                forced("rows", 4),
                forced("string", 4),
                with("sets of distinct values", 1, Map.of("cpu.distinct", "sets")),
                with("sets of distinct values", 4, Map.of("cpu.distinct", "sets")),
                with("distinct values as keys", 4, Map.of("cpu.distinct", "pairs")),
                with("groups left by partition", 1, Map.of("cpu.block.rows", "0")),
                with("groups left by partition", 4, Map.of("cpu.block.rows", "0")),
                with("tables that are soon full", 1, FULL),
                with("tables that are soon full", 4, FULL),
                with("no text index", 2, Map.of("cpu.textIndex.maxBits", "0")),
                with("small text index", 1, Map.of("cpu.textIndex.maxBits", "6")),
                with("no index", 1, HASHED),
                with("no index", 4, HASHED),
                with("spilling", 1, Map.of("cpu.spill.bytes", "1")),
                with("partitions that are full", 1, Map.of("cpu.spill.bytes", "1", "cpu.table.mostGroups", "2")),
                with("spilling", 4, Map.of("cpu.spill.bytes", "40000")));
    }

    private static Variant forced(String keyClass, int threads) {
        return with("tiny " + keyClass, threads, Map.of("cpu.grouper", keyClass));
    }

    private static Variant with(String name, int threads, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(TINY);
        settings.putAll(more);
        return Variant.of(name, threads, settings);
    }
}
