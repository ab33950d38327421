package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spark.column.BatchFiller;
import dev.sheaf.spark.translate.InputColumn;
import dev.sheaf.testing.PoolCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Batches of each kind of vector that Spark has.
@ExtendWith(PoolCheck.class)
class VectorsTest {
    private static final String MEASURES =
            "count(flag), sum(tiny), sum(small), max(whole), sum(big), max(huge), sum(ratio), max(real), "
                    + "min(day), max(moment), sum(price), sum(amount), min(word), max(raw)";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void vectorsOfFilesAreRead(boolean offHeap) {
        SparkSession spark = TestSessions.open();
        spark.conf().set("spark.sql.columnVector.offheap.enabled", offHeap);
        spark.conf().set("spark.sheaf.scan.enabled", "false");
        String files = TestSessions.folder("vectors").resolve("files").toString();
        table(spark).write().parquet(files);
        checkEqual(spark, spark.read().parquet(files));
    }

    @Test
    void vectorsOfACachedTableAreRead() {
        SparkSession spark = TestSessions.open();
        Dataset<Row> table = table(spark).select("flag", "tiny", "small", "whole", "big", "ratio", "real");
        table.cache();
        table.createOrReplaceTempView("cached");
        String sql =
                "SELECT whole, count(flag), sum(tiny), sum(small), sum(big), sum(ratio), max(real) FROM cached GROUP BY whole";
        checkEqual(spark, sql);
        table.unpersist();
    }

    private static Dataset<Row> table(SparkSession spark) {
        return spark.createDataFrame(new RandomRows(new SplittableRandom(7), 25).rows(5000), RandomRows.SCHEMA);
    }

    private static void checkEqual(SparkSession spark, Dataset<Row> table) {
        table.createOrReplaceTempView("t");
        for (String key : List.of("word", "flag", "amount")) {
            checkEqual(spark, "SELECT " + key + ", " + MEASURES + " FROM t GROUP BY " + key);
        }
    }

    private static void checkEqual(SparkSession spark, String sql) {
        Dataset<Row> query = spark.sql(sql);
        List<Row> ours = query.collectAsList();
        assertThat(PlanHalves.of(query).count("ColumnarToRow")).isZero();
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        spark.conf().set("spark.sheaf.enabled", "false");
        assertThat(RowDifference.between(spark.sql(sql).collectAsList(), ours)).isEmpty();
        spark.conf().set("spark.sheaf.enabled", "true");
    }

    @Test
    void vectorsOfArrowAreRead(MemoryPool pool) {
        try (RootAllocator allocator = new RootAllocator();
                IntVector numbers = new IntVector("n", allocator);
                VarCharVector words = new VarCharVector("w", allocator)) {
            for (int i = 0; i < 5; i++) {
                numbers.setSafe(i, i * 10);
                words.setSafe(i, ("w" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
            numbers.setNull(2);
            words.setNull(4);
            numbers.setValueCount(5);
            words.setValueCount(5);
            List<String> found = new ArrayList<>();
            List<InputColumn> inputs = List.of(
                    new InputColumn(1, DataTypes.StringType, false), new InputColumn(0, DataTypes.IntegerType, false));
            ColumnVector[] vectors = {new ArrowColumnVector(numbers), new ArrowColumnVector(words)};
            try (BatchFiller filler = new BatchFiller(
                    inputs, 3, pool, table -> found.add(table.values("column1") + "" + table.values("column0")))) {
                filler.add(new ColumnarBatch(vectors, 5));
                filler.flush();
            }
            assertThat(found).containsExactly("[w0, w1, w2][0, 10, null]", "[w3, null][30, 40]");
        }
    }
}
