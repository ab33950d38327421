package dev.sheaf.io.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.io.arrow.c.Lent;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBResultSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tables to Arrow's own library and to DuckDB, and back.
@ExtendWith(PoolCheck.class)
class ArrowCTest {

    @AfterEach
    void nothingIsHeld() {
        assertThat(Lent.count()).isZero();
    }

    @Test
    void tablesComeBackAsTheyWent(MemoryPool pool) {
        RandomCases.run(400, random -> {
            try (Table whole = ArrowRoundTripTest.randomTable(random, pool);
                    RootAllocator allocator = new RootAllocator();
                    ArrowArrayStream there = ArrowArrayStream.allocateNew(allocator);
                    ArrowArrayStream back = ArrowArrayStream.allocateNew(allocator)) {
                List<Table> pieces = pieces(whole, random);
                ArrowC.exportStream(whole.schema(), pieces.iterator(), there.memoryAddress(), pool, () -> {});
                ArrowReader reader = Data.importArrayStream(allocator, there);
                Data.exportArrayStream(allocator, reader, back);
                try (Table read = ArrowC.importTable(back.memoryAddress(), pool)) {
                    Tables.assertSame(whole, read, Comparison.ORDERED);
                }
            }
        });
    }

    private static List<Table> pieces(Table whole, SplittableRandom random) {
        List<Table> pieces = new ArrayList<>();
        long start = 0;
        while (start < whole.rowCount() || pieces.isEmpty()) {
            long rows = Math.min(whole.rowCount() - start, 1 + random.nextLong(whole.rowCount() + 1));
            pieces.add(whole.slice(start, rows));
            start += rows;
        }
        return pieces;
    }

    @Test
    void aTableMayBeClosedWhileTheOtherSideHasIt(MemoryPool pool) throws IOException {
        try (RootAllocator allocator = new RootAllocator();
                ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            try (Table table = Table.of("v", new long[] {1, 2, 3})) {
                ArrowC.exportTable(table, stream.memoryAddress(), pool);
            }
            try (ArrowReader reader = Data.importArrayStream(allocator, stream)) {
                assertThat(reader.loadNextBatch()).isTrue();
                assertThat(reader.getVectorSchemaRoot().getVector("v").getObject(2))
                        .isEqualTo(3L);
                assertThat(reader.loadNextBatch()).isFalse();
            }
        }
    }

    @Test
    void aFailureIsToldToTheOtherSide(MemoryPool pool) throws IOException {
        Iterator<Table> failing = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Table next() {
                throw new NoSuchElementException("the well is dry");
            }
        };
        try (Table table = Table.of("v", new long[0]);
                RootAllocator allocator = new RootAllocator();
                ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
                ArrowArrayStream back = ArrowArrayStream.allocateNew(allocator)) {
            ArrowC.exportStream(table.schema(), failing, stream.memoryAddress(), pool, () -> {});
            ArrowReader reader = Data.importArrayStream(allocator, stream);
            Data.exportArrayStream(allocator, reader, back);

            assertThatThrownBy(() -> ArrowC.importTable(back.memoryAddress(), pool))
                    .isInstanceOf(java.io.UncheckedIOException.class)
                    .hasMessageContaining("the well is dry");
        }
    }

    @Test
    void aStreamIsTakenOnce(MemoryPool pool) {
        try (Table table = Table.of("v", new long[] {1});
                RootAllocator allocator = new RootAllocator();
                ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            ArrowC.exportTable(table, stream.memoryAddress(), pool);
            ArrowC.importTable(stream.memoryAddress(), pool).close();

            assertThatThrownBy(() -> ArrowC.importTable(stream.memoryAddress(), pool))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("was released");
        }
    }

    @Test
    void duckDbReadsOurTableAndWeItsResult(MemoryPool pool) throws Exception {
        try (Table table = Table.of("k", new String[] {"a", "b", null, "a"}, "v", new long[] {1, 2, 3, 4});
                RootAllocator allocator = new RootAllocator();
                ArrowArrayStream there = ArrowArrayStream.allocateNew(allocator);
                ArrowArrayStream back = ArrowArrayStream.allocateNew(allocator);
                Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            ArrowC.exportTable(table, there.memoryAddress(), pool);
            duck.unwrap(DuckDBConnection.class).registerArrowStream("ours", there);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT k, sum(v)::BIGINT AS v, [min(v), 7] AS l FROM ours GROUP BY k ORDER BY k")) {
                Object reader = rows.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, 2);
                Data.exportArrayStream(allocator, (ArrowReader) reader, back);
                try (Table answer = ArrowC.importTable(back.memoryAddress(), pool)) {
                    assertThat(answer.values("k")).containsExactly("a", "b", null);
                    assertThat(answer.values("v")).containsExactly(5L, 2L, 3L);
                    assertThat(answer.values("l")).hasToString("[[1, 7], [2, 7], [3, 7]]");
                }
            }
        }
    }
}
