package dev.sheaf.groupby.cpu.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.key.KeyHashes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.Values;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class PartitionerTest {
    private static List<Integer> hashes(List<Column> keys, int rows, MemoryPool pool) {
        List<Integer> values = new ArrayList<>();
        try (Buffer hashes = KeyHashes.of(keys, rows, pool)) {
            for (int i = 0; i < rows; i++) {
                values.add(hashes.segment().getAtIndex(ValueLayout.JAVA_INT, i));
            }
        }
        return values;
    }

    @Test
    void hashesDoNotDependOnHowKeysLie(MemoryPool pool) {
        RandomCases.run(60, random -> {
            RandomTables tables = new RandomTables(random);
            Schema schema = Schema.of(new Field("a", DataType.STRING), new Field("b", tables.anyType()));
            try (Table table = tables.sample(schema, tables.size(100)).plain().build(pool)) {
                int rows = (int) table.rowCount();
                List<Integer> plain = hashes(table.columns(), rows, pool);
                try (Column dictionary = DictionaryEncoding.encode(table.column(0), pool)) {
                    assertThat(hashes(List.of(dictionary, table.column(1)), rows, pool))
                            .isEqualTo(plain);
                }
                if (rows > 1) {
                    try (Table rest = table.slice(1, rows - 1)) {
                        assertThat(hashes(rest.columns(), rows - 1, pool)).isEqualTo(plain.subList(1, rows));
                    }
                }
            }
        });
    }

    @Test
    void bothZerosAndAllNansHashAlike(MemoryPool pool) {
        try (Table table = Tables.of("k:float64")
                .row(0.0)
                .row(-0.0)
                .row(Double.NaN)
                .row(Double.longBitsToDouble(0xfff8000000000001L))
                .build(pool)) {
            List<Integer> hashes = hashes(table.columns(), 4, pool);
            assertThat(hashes.get(0)).isEqualTo(hashes.get(1));
            assertThat(hashes.get(2)).isEqualTo(hashes.get(3));
        }
    }

    @Test
    void groupsOfAPartitionLieTogetherWithTheirStates(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "state:int64");
        for (int key = 0; key < 100; key++) {
            rows.row(key, key * 10L);
        }
        try (Table table = rows.build(pool);
                GroupStates parted = new Partitioner(1, 8, pool).partition(new GroupStates(table, null))) {
            assertThat(parted.start(0)).isZero();
            assertThat(parted.start(8)).isEqualTo(100);
            List<Integer> hashes = hashes(parted.table().columns().subList(0, 1), 100, pool);
            for (int partition = 0; partition < 8; partition++) {
                assertThat(parted.start(partition + 1) - parted.start(partition))
                        .isBetween(3, 30);
                for (int row = parted.start(partition); row < parted.start(partition + 1); row++) {
                    assertThat(hashes.get(row) & 7).isEqualTo(partition);
                    int key = (int) parted.table().column(0).get(row);
                    assertThat(parted.table().column(1).get(row)).isEqualTo(key * 10L);
                }
            }
        }
    }

    @Test
    void groupsOfAllTypesGoWhereTheirHashesSay(MemoryPool pool) {
        RandomCases.run(200, random -> {
            RandomTables tables = new RandomTables(random);
            Schema schema = Schema.of(
                    new Field("k", tables.scalarType()),
                    new Field("a", tables.anyType()),
                    new Field("b", tables.anyType()),
                    new Field("c", new DataType.ListType(tables.anyType())));
            int partitions = 1 << random.nextInt(7);
            try (Table table = tables.sample(schema, tables.size(1000)).build(pool);
                    GroupStates parted = new Partitioner(1, partitions, pool).partition(new GroupStates(table, null))) {
                int rows = (int) table.rowCount();
                List<Integer> hashes = hashes(table.columns().subList(0, 1), rows, pool);
                int[] order = IntStream.range(0, rows)
                        .boxed()
                        .sorted(Comparator.comparingInt(row -> hashes.get(row) & (partitions - 1)))
                        .mapToInt(row -> row)
                        .toArray();
                try (Table expected = Take.rows(table, order, rows, pool)) {
                    assertThat(Values.same(
                                    Sample.of(expected).rows(),
                                    Sample.of(parted.table()).rows(),
                                    0))
                            .isTrue();
                }
            }
        });
    }

    @Test
    void groupsLeaveSomePartitionsAtATimeWhereMemoryIsShort(MemoryPool pool) {
        int groups = 20_000;
        Tables.Rows rows = Tables.of("k:int32", "state:string");
        for (int key = 0; key < groups; key++) {
            rows.row(key, "the state of group " + key);
        }
        try (Table table = rows.build(pool);
                MemoryPool small = MemoryPool.withLimit(table.byteSize() / 2)) {
            List<Integer> partitions = new ArrayList<>();
            List<Integer> keys = new ArrayList<>();
            new Partitioner(1, 64, small).forEach(List.of(new GroupStates(table, null)), (part, partition) -> {
                partitions.add(partition);
                for (int row = 0; row < part.rowCount(); row++) {
                    keys.add((Integer) part.column(0).get(row));
                    assertThat(part.column(1).get(row)).isEqualTo("the state of group " + keys.getLast());
                }
            });
            assertThat(partitions)
                    .containsExactlyElementsOf(IntStream.range(0, 64).boxed().toList());
            assertThat(keys)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, groups).boxed().toList());
        }
    }

    @Test
    void groupsOfManyTablesComeTogetherByPartition(MemoryPool pool) {
        List<GroupStates> states = new ArrayList<>();
        Partitioner target = new Partitioner(1, 4, pool);
        try {
            for (int first = 0; first < 300; first += 100) {
                Tables.Rows rows = Tables.of("k:int32", "state:int64");
                for (int key = first; key < first + 100; key++) {
                    rows.row(key, key * 10L);
                }
                try (GroupStates loose = new GroupStates(rows.build(pool), null)) {
                    states.add(
                            first == 200
                                    ? new GroupStates(loose.table().retain(), null)
                                    : new Partitioner(1, 16, pool).partition(loose));
                }
            }
            List<Integer> partitions = new ArrayList<>();
            List<Integer> keys = new ArrayList<>();
            target.forEach(states, (part, partition) -> {
                partitions.add(partition);
                int rows = (int) part.rowCount();
                assertThat(hashes(part.columns().subList(0, 1), rows, pool)).allMatch(hash -> (hash & 3) == partition);
                for (int row = 0; row < rows; row++) {
                    keys.add((Integer) part.column(0).get(row));
                    assertThat(part.column(1).get(row)).isEqualTo(keys.getLast() * 10L);
                }
            });
            assertThat(partitions).containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
            assertThat(keys)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 300).boxed().toList());
        } finally {
            states.forEach(GroupStates::close);
        }
    }
}
