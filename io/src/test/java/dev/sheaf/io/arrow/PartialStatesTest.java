package dev.sheaf.io.arrow;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Statistics;
import dev.sheaf.groupby.AggregationKind;
import dev.sheaf.groupby.AggregationKind.Agreement;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.groupby.MergeTrees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PoolCheck.class)
class PartialStatesTest {
    private static final Path NAME = Path.of("state");

    /// Of each kind. The merges are those of MergeTreeTest, which has more of them; here states travel.
    private static final int CASES = 30;

    private static final int MUTATIONS = 4000;

    private static Tables.Rows rows() {
        return Tables.of("k:string", "v:int64", "w:float64")
                .row("north", 1, 0.5)
                .row(null, 2, 1.5)
                .row("south", null, Double.NaN)
                .row("north", 4, null);
    }

    private static GroupByRequest request() {
        return GroupByRequest.of(
                        rows().sample().schema(),
                        List.of("k"),
                        sum("v"),
                        mean("w"),
                        first("w"),
                        collectList("k"),
                        count().as("n"))
                .with(GroupByOptions.DEFAULT.with(NullKeys.INCLUDE));
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).threads(1).build();
    }

    private static byte[] bytes(MemoryPool pool) {
        try (Table table = rows().build(pool);
                PartialState state = PartialState.of(request(), table, context(pool))) {
            return PartialStates.toBytes(state, context(pool));
        }
    }

    private static PartialState read(byte[] bytes, GroupByRequest request, MemoryPool pool) {
        return PartialStates.read(MemorySegment.ofArray(bytes), NAME, request, context(pool));
    }

    private static Sample result(byte[] bytes, MemoryPool pool) {
        try (PartialState state = read(bytes, request(), pool);
                Table result = state.finalizeResult(context(pool))) {
            return Sample.of(result);
        }
    }

    @ParameterizedTest
    @EnumSource(AggregationKind.class)
    void anyTreeOfMergesOverTheWireGivesTheResultOfAllRowsAtOnce(AggregationKind kind, MemoryPool pool) {
        MergeTrees trees = new MergeTrees(pool, state -> overTheWire(state, pool));
        RandomCases.run(CASES, random -> trees.check(kind, random));
    }

    private static PartialState overTheWire(PartialState sent, MemoryPool pool) {
        try (sent) {
            byte[] bytes = PartialStates.toBytes(sent, context(pool));
            return read(bytes, sent.request(), pool);
        }
    }

    @Test
    void channelsOfAnySizeAreReadToTheEnd(MemoryPool pool) {
        Tables.Rows many = Tables.of("k:int64", "v:int64", "w:float64");
        for (int i = 0; i < 20_000; i++) {
            many.row(i, i, 0.5);
        }
        GroupByRequest request = GroupByRequest.of(many.sample().schema(), List.of("k"), sum("v"));
        try (Table table = many.build(pool);
                PartialState sent = PartialState.of(request, table, context(pool))) {
            byte[] bytes = PartialStates.toBytes(sent, context(pool));
            try (PartialState received = PartialStates.read(
                    Channels.newChannel(new ByteArrayInputStream(bytes)), NAME, request, context(pool))) {
                assertThat(received.rows()).isEqualTo(20_000);
                Tables.assertSame(sent.table(), received.table());
            }
        }
    }

    @Test
    void aStateWithoutGroupsTravels(MemoryPool pool) {
        try (Table none = Tables.of("k:string", "v:int64", "w:float64").build(pool);
                PartialState sent = PartialState.of(request(), none, context(pool));
                PartialState received = read(PartialStates.toBytes(sent, context(pool)), request(), pool)) {
            assertThat(received.table().rowCount()).isZero();
        }
    }

    @Test
    void arrowsOwnReaderReadsTheTableAndItsMetadata(MemoryPool pool) throws Exception {
        byte[] bytes = bytes(pool);
        try (RootAllocator allocator = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            assertThat(root.getSchema().getCustomMetadata())
                    .containsEntry("sheaf.state.rows", "4")
                    .containsEntry("sheaf.state.aggregates", "sum(v), mean(w), first(w), list(k), count(*)")
                    .containsEntry("sheaf.state.fingerprint", PartialState.fingerprint(request()));
            assertThat(reader.loadNextBatch()).isTrue();
            assertThat(root.getRowCount()).isEqualTo(3);
            assertThat(root.getVector("key.0").getObject(0)).hasToString("north");
            assertThat(((BigIntVector) root.getVector("0.sum.sum")).get(0)).isEqualTo(5);
            assertThat(reader.loadNextBatch()).isFalse();
        }
    }

    @Test
    void damagedBytesAreRefused(MemoryPool pool) {
        byte[] bytes = bytes(pool);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] changed = changed(bytes, random);
            if (!Arrays.equals(changed, bytes)) {
                int number = i;
                assertThatThrownBy(() -> read(changed, request(), pool).close())
                        .as(() -> "mutation " + number)
                        .isInstanceOf(CorruptFileException.class);
            }
        }
    }

    private static byte[] changed(byte[] bytes, SplittableRandom random) {
        byte[] changed = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
        for (int flips = random.nextInt(1, 5); flips > 0 && changed.length == bytes.length; flips--) {
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
    }

    /// The checksum vouches for the bytes; still no bytes that carry a right one may do harm.
    @Test
    void damagedBytesWithARightChecksumDoNoHarm(MemoryPool pool) {
        byte[] bytes = bytes(pool);
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] stream = changed(Arrays.copyOf(bytes, bytes.length - StateTrailer.BYTES), random);
            try {
                result(sealed(stream), pool);
            } catch (CorruptFileException | IllegalArgumentException | ArithmeticException refused) {
                assertThat(refused).hasMessageNotContaining("Index");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(AggregationKind.class)
    void noDamagedStateWithARightChecksumGoesOutOfBounds(AggregationKind kind, MemoryPool pool) {
        try (Table table = values(pool)) {
            GroupByRequest request = GroupByRequest.of(table.schema(), List.of("k"), example(kind, table.schema()));
            flipBytes(request, table, pool);
            if (kind.agreement() == Agreement.ROUNDED) {
                flipBytes(request.with(request.options().with(Sums.REPRODUCIBLE)), table, pool);
            }
        }
    }

    /// Two rows with a column of each type that a kind takes, columns of states first.
    private static Table values(MemoryPool pool) {
        try (Table rows = Tables.of("k:string", "v:int64", "b:bool", "w:float64")
                .row("north", 1, true, 0.5)
                .row("south", 2, false, -1e300)
                .build(pool)) {
            return GroupBy.on(rows, "k")
                    .aggregate(
                            context(pool),
                            aggregate(new Aggregation.ValueCounts(true), "v").as("counts"),
                            Statistics.moments("v").as("moments"),
                            aggregate(new Aggregation.TDigest(100), "w").as("digest"),
                            first("v").as("v"),
                            first("b").as("b"),
                            first("w").as("w"));
        }
    }

    /// Of the last columns that the kind takes.
    private static Expr example(AggregationKind kind, Schema schema) {
        for (Field first : schema.fields().reversed()) {
            List<Field> taken = List.of(first, schema.fields().getLast()).subList(0, kind.arity());
            if (kind.supports(taken.stream().map(Field::type).toList())) {
                return aggregate(
                        kind.examples().getFirst(),
                        taken.stream().map(Field::name).toArray());
            }
        }
        throw new AssertionError("no column is one that " + kind + " takes");
    }

    /// About one byte of every sixteen.
    private static void flipBytes(GroupByRequest request, Table table, MemoryPool pool) {
        byte[] bytes;
        try (PartialState state = PartialState.of(request, table, context(pool))) {
            bytes = PartialStates.toBytes(state, context(pool));
        }
        RandomCases.run(3, random -> {
            for (int i = random.nextInt(49); i < bytes.length - StateTrailer.BYTES; i += 49) {
                byte[] stream = Arrays.copyOf(bytes, bytes.length - StateTrailer.BYTES);
                stream[i] ^= (byte) 0xFF;
                mergeAndFinish(sealed(stream), request, pool);
            }
        });
    }

    private static void mergeAndFinish(byte[] state, GroupByRequest request, MemoryPool pool) {
        try (PartialState once = read(state, request, pool);
                PartialState again = read(state, request, pool);
                PartialState merged = PartialState.merge(once, again, context(pool))) {
            merged.finalizeResult(context(pool)).close();
        } catch (CorruptFileException | IllegalArgumentException | ArithmeticException refused) {
            assertThat(refused).hasMessageNotContaining("Index");
        }
    }

    private static byte[] sealed(byte[] stream) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChecksumChannel channel = new ChecksumChannel(Channels.newChannel(out));
        try {
            channel.write(java.nio.ByteBuffer.wrap(stream));
        } catch (java.io.IOException impossible) {
            throw new AssertionError(impossible);
        }
        StateTrailer.write(channel);
        return out.toByteArray();
    }

    @Test
    void foreignBytesAreNamed(MemoryPool pool) {
        assertThatThrownBy(() -> read(new byte[10], request(), pool)).hasMessageContaining("it has 10 bytes");
        assertThatThrownBy(() -> read(new byte[1000], request(), pool)).hasMessageContaining("or something else");
        assertThatThrownBy(() -> read(arrow(true, pool), request(), pool))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("or a plain Arrow file");
        assertThatThrownBy(() -> read(arrow(false, pool), request(), pool)).hasMessageContaining("plain Arrow stream");
        assertThatThrownBy(() -> read(sealed(arrow(false, pool)), request(), pool))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("not the state of a group-by");
    }

    private static byte[] arrow(boolean file, MemoryPool pool) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        var channel = Channels.newChannel(out);
        try (Table table = rows().build(pool);
                ArrowWriter writer = file
                        ? ArrowWriter.file(channel, table.schema(), pool)
                        : ArrowWriter.stream(channel, table.schema(), pool)) {
            writer.write(table);
            writer.finish();
        }
        return out.toByteArray();
    }

    @Test
    void anotherVersionIsNamed(MemoryPool pool) {
        byte[] bytes = bytes(pool);
        bytes[bytes.length - StateTrailer.BYTES + Long.BYTES] = 9;
        assertThatThrownBy(() -> read(bytes, request(), pool))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("it is of version 9; version 1 can be read here");
    }

    @Test
    void theStateOfAnotherRequestIsNamed(MemoryPool pool) {
        GroupByRequest other = GroupByRequest.of(rows().sample().schema(), List.of("k"), sum("w"));
        assertThatThrownBy(() -> read(bytes(pool), other, pool))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("state is a state of another request: sum(v), mean(w), first(w),")
                .hasMessageContaining("where sum(w) by k");
    }

    @Test
    void whatIsReadGivesTheResult(MemoryPool pool) {
        Tables.assertSame(
                Tables.of(
                                "k:string",
                                "sum(v):int64",
                                "mean(w):float64",
                                "first(w):float64",
                                "list(k):list<string>",
                                "n:int64")
                        .row("north", 5, 0.5, 0.5, List.of("north", "north"), 2)
                        .row(null, 2, 1.5, 1.5, Arrays.asList((Object) null), 1)
                        .row("south", null, Double.NaN, Double.NaN, List.of("south"), 1)
                        .sample(),
                result(bytes(pool), pool),
                Comparison.ANY_ORDER);
    }
}
