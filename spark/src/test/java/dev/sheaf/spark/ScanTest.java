package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Parquet files that Sheaf reads in the place of Spark's reader, and those that it leaves to it.
class ScanTest {
    private static final String ALL =
            "count(flag), sum(tiny), sum(small), max(whole), sum(big), max(huge), sum(ratio), max(real), "
                    + "min(day), max(moment), sum(price), avg(price), sum(amount), min(word), max(raw), count(*)";

    /// Who reads: Sheaf, Spark since a file does not fit, or Spark since the plan does not.
    private enum Reader {
        SHEAF,
        SPARK_BY_FILE,
        SPARK
    }

    private SparkSession spark;

    @BeforeEach
    void open() {
        spark = TestSessions.open();
        spark.conf().set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
    }

    @AfterEach
    void dropTables() {
        spark.sql("DROP TABLE IF EXISTS grown");
    }

    @Test
    void columnsOfEachTypeAreRead() {
        openTable(spark.read().parquet(write(table(5000))));
        for (String key : List.of("word", "flag", "amount", "day")) {
            check("SELECT " + key + ", " + ALL + " FROM t GROUP BY " + key, Reader.SHEAF);
        }
        check("SELECT count(*) FROM t", Reader.SHEAF);
        check(
                "SELECT whole + 1, sum(price * 2) FROM t WHERE word > 'a' AND day > DATE'1969-12-30' GROUP BY 1",
                Reader.SHEAF);
    }

    @ParameterizedTest
    @ValueSource(ints = {30_000, 100_000, 1_000_000})
    void splitsOfAFileHaveEachRowOnce(int splitBytes) {
        String files = TestSessions.folder("splits").resolve("files").toString();
        table(20_000)
                .coalesce(1)
                .write()
                .option(ParquetOutputFormat.BLOCK_SIZE, "30000")
                .parquet(files);
        spark.conf().set("spark.sql.files.maxPartitionBytes", splitBytes);
        openTable(spark.read().parquet(files));

        check("SELECT whole, sum(id), " + ALL + " FROM t GROUP BY whole", Reader.SHEAF);
    }

    @Test
    void foldersGiveTheirValuesToAllRows() {
        String files = TestSessions.folder("folders").resolve("files").toString();
        table(40).coalesce(1).write().partitionBy("whole", "day", "word").parquet(files);
        openTable(spark.read().parquet(files));

        check("SELECT whole, day, word, sum(id), max(price) FROM t GROUP BY whole, day, word", Reader.SHEAF);
        check("SELECT word, count(*) FROM t WHERE whole > 3 GROUP BY word", Reader.SHEAF);
        check("SELECT day, min(whole), max(word) FROM t WHERE length(price) = 4 GROUP BY day", Reader.SPARK);
    }

    /// The condition is tested while files are read too, where it may name values of folders and columns that are not
    /// there.
    @Test
    void conditionsOnWhatNoFileHasAreMet() {
        String files = TestSessions.folder("conditions").resolve("files").toString();
        Dataset<Row> rows = table(400).filter("whole IS NOT NULL AND flag IS NOT NULL");
        rows.drop("price").write().partitionBy("flag").parquet(files);
        openTable(spark.read().schema(RandomRows.SCHEMA).parquet(files));

        check("SELECT word, sum(id) FROM t WHERE id < 50 OR flag GROUP BY word", Reader.SHEAF);
        check(
                "SELECT word, sum(id) FROM t WHERE price IS NULL AND id > 300 AND (flag OR whole > 2) GROUP BY word",
                Reader.SHEAF);
        check(
                "SELECT word, sum(id), max(ratio) FROM t WHERE coalesce(price > 1, id % 3 = 0) GROUP BY word",
                Reader.SHEAF);
    }

    @Test
    void filesOfEachCodecAndBesideNestedColumnsAreRead() {
        for (String codec : List.of("uncompressed", "gzip", "zstd", "lz4", "lz4_raw")) {
            String files = TestSessions.folder("codec").resolve("files").toString();
            table(50)
                    .selectExpr("*", "array(id) AS list", "named_struct('a', id) AS pair")
                    .coalesce(1)
                    .write()
                    .option("compression", codec)
                    .parquet(files);
            openTable(spark.read().parquet(files));
            check(
                    "SELECT word, " + ALL + " FROM t GROUP BY word",
                    codec.equals("lz4") ? Reader.SPARK_BY_FILE : Reader.SHEAF);
        }
        check("SELECT word, max(pair.a) FROM t GROUP BY word", Reader.SPARK);
        check("SELECT word, sum(size(list)) FROM t GROUP BY word", Reader.SPARK);
    }

    /// Spark does not ask of a string that its bytes are UTF-8.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stringsOfAnyBytesAreRead(boolean dictionaries) {
        String files = TestSessions.folder("bytes").resolve("files").toString();
        spark.range(0, 100, 1, 1)
                .selectExpr("CAST(unhex(concat('FF', hex(id % 50 + 150))) AS STRING) AS word", "id")
                .write()
                .option(ParquetOutputFormat.ENABLE_DICTIONARY, dictionaries)
                .parquet(files);
        openTable(spark.read().parquet(files));

        check(
                "SELECT hex(word), n, hex(m) FROM (SELECT word, count(*) AS n, max(word) AS m FROM t WHERE word > 'a' "
                        + "GROUP BY word)",
                Reader.SHEAF);
    }

    /// Only the configuration of the session knows the file system.
    @Test
    void filesOfOtherFileSystemsAreReadThroughHadoop() {
        spark.sparkContext().hadoopConfiguration().set("fs.elsewhere.impl", Elsewhere.class.getName());
        openTable(spark.read().parquet("elsewhere:" + write(table(300))));
        check("SELECT word, " + ALL + " FROM t GROUP BY word", Reader.SHEAF);
        assertThat(Elsewhere.OPEN).hasValue(0);

        Elsewhere.failing = true;
        try {
            assertThatThrownBy(() -> spark.sql("SELECT word, " + ALL + " FROM t GROUP BY word")
                            .collectAsList())
                    .hasStackTraceContaining("cannot read elsewhere:")
                    .hasStackTraceContaining("the other host is gone");
        } finally {
            Elsewhere.failing = false;
        }
        assertThat(Elsewhere.OPEN).hasValue(0);
    }

    /// The files of this machine under another name; counts the streams that are open, and on request gives the footer
    /// and nothing else.
    public static final class Elsewhere extends RawLocalFileSystem {
        static final AtomicInteger OPEN = new AtomicInteger();
        static volatile boolean failing;
        /// What stands behind the footer: its length and a magic number.
        private static final int FOOTER_LENGTH_BYTES = 8;

        @Override
        public URI getUri() {
            return URI.create("elsewhere:///");
        }

        @Override
        public FSDataInputStream open(Path file, int bufferSize) throws IOException {
            OPEN.incrementAndGet();
            long footerEnd = getFileStatus(file).getLen() - FOOTER_LENGTH_BYTES;
            return new FSDataInputStream(super.open(file, bufferSize).getWrappedStream()) {
                @Override
                public void readFully(long position, byte[] bytes, int from, int count) throws IOException {
                    if (failing && position + count < footerEnd) {
                        throw new IOException("the other host is gone");
                    }
                    super.readFully(position, bytes, from, count);
                }

                @Override
                public void close() throws IOException {
                    OPEN.decrementAndGet();
                    super.close();
                }
            };
        }
    }

    @Test
    void columnsThatAFileLacksAreNull() {
        String files = TestSessions.folder("grown").resolve("files").toString();
        table(100).drop("price", "word", "ratio").write().parquet(files);
        table(100).write().mode("append").parquet(files);
        openTable(spark.read().schema(RandomRows.SCHEMA).parquet(files));

        check("SELECT word, " + ALL + " FROM t GROUP BY word", Reader.SHEAF);
        check("SELECT count(*), count(word) FROM t WHERE ratio IS NULL", Reader.SHEAF);
    }

    @Test
    void columnsOfOtherTypesAndCasesAreSparks() {
        String files = write(table(200).withColumnRenamed("whole", "WHOLE"));
        StructField[] wider = RandomRows.SCHEMA.fields().clone();
        for (int i = 0; i < wider.length; i++) {
            if (List.of("tiny", "small", "whole").contains(wider[i].name())) {
                wider[i] = new StructField(wider[i].name(), DataTypes.LongType, true, Metadata.empty());
            }
        }
        openTable(spark.read().schema(new StructType(wider)).parquet(files));
        check("SELECT whole, sum(tiny), sum(small), min(price) FROM t GROUP BY whole", Reader.SPARK_BY_FILE);

        openTable(spark.read().schema(RandomRows.SCHEMA).parquet(files));
        check("SELECT whole, min(price) FROM t GROUP BY whole", Reader.SHEAF);
        spark.conf().set("spark.sql.caseSensitive", "true");
        check("SELECT whole, min(price) FROM t GROUP BY whole", Reader.SHEAF);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT96", "TIMESTAMP_MILLIS", "TIMESTAMP_MICROS"})
    void timestampsAndOldDatesMeanWhatSparkSays(String type) {
        spark.conf().set("spark.sql.parquet.outputTimestampType", type);
        spark.conf().set("spark.sql.parquet.datetimeRebaseModeInWrite", "LEGACY");
        spark.conf().set("spark.sql.parquet.int96RebaseModeInWrite", "LEGACY");
        Dataset<Row> old = spark.range(0, 100)
                .selectExpr(
                        "id % 3 AS k",
                        "date_add(DATE'1500-01-01', CAST(id * 1000 AS INT)) AS day",
                        "timestamp_seconds(-14831769600 + id * 86400000) AS moment");
        openTable(spark.read().parquet(write(old)));
        check("SELECT k, min(day), max(day), min(moment), max(moment) FROM t GROUP BY k", Reader.SPARK_BY_FILE);
        if (type.equals("INT96")) {
            openTable(spark.read().schema("k LONG, moment TIMESTAMP_NTZ").parquet(write(old)));
            check("SELECT k, min(moment), max(moment) FROM t GROUP BY k", Reader.SPARK_BY_FILE);
        }

        openTable(spark.read().parquet(write(table(500))));
        check(
                "SELECT moment, count(*), max(moment) FROM t WHERE moment > TIMESTAMP'1970-01-01' GROUP BY moment",
                Reader.SPARK_BY_FILE);
    }

    @Test
    void valuesThatATableGivesToOlderFilesAreThere() {
        spark.sql("CREATE TABLE grown (k INT) USING parquet");
        spark.sql("INSERT INTO grown VALUES (1), (2), (2)");
        spark.sql("ALTER TABLE grown ADD COLUMN v INT DEFAULT 7");
        spark.sql("INSERT INTO grown VALUES (2, 1)");

        check("SELECT k, sum(v) FROM grown GROUP BY k", Reader.SPARK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spark.sheaf.scan.enabled=false", "spark.sql.files.ignoreCorruptFiles=true"})
    void someSettingsLeaveFilesToSpark(String setting) {
        spark.conf().set(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        openTable(spark.read().parquet(write(table(100))));

        check("SELECT word, sum(whole) FROM t GROUP BY word", Reader.SPARK);
    }

    private Dataset<Row> table(int rows) {
        return spark.createDataFrame(new RandomRows(new SplittableRandom(rows), 15).rows(rows), RandomRows.SCHEMA);
    }

    private static String write(Dataset<Row> table) {
        String files = TestSessions.folder("scan").resolve("files").toString();
        table.repartition(2).write().parquet(files);
        return files;
    }

    private static void openTable(Dataset<Row> table) {
        table.createOrReplaceTempView("t");
    }

    /// Compares with Spark, and looks who was asked to read the files, and who has.
    private void check(String sql, Reader reader) {
        Dataset<Row> query = spark.sql(sql);
        List<Row> ours = query.collectAsList();
        spark.conf().set("spark.sheaf.enabled", "false");
        assertThat(RowDifference.between(spark.sql(sql).collectAsList(), ours))
                .as(sql)
                .isEmpty();
        spark.conf().set("spark.sheaf.enabled", "true");
        PlanHalves plan = PlanHalves.of(query);
        assertThat(plan.isOnSheaf()).as(sql).isTrue();
        assertThat(plan.nodes())
                .filteredOn(node -> node.plan() instanceof FileSourceScanExec)
                .allSatisfy(node -> assertThat(((FileSourceScanExec) node.plan())
                                .relation()
                                .fileFormat()
                                .toString())
                        .as(sql)
                        .isEqualTo(reader == Reader.SPARK ? "Parquet" : "Parquet, read by Sheaf"));
        assertThat(splitsReadBySheaf(plan) > 0).as(sql).isEqualTo(reader == Reader.SHEAF);
    }

    private static long splitsReadBySheaf(PlanHalves plan) {
        return plan.nodes().stream()
                .filter(node -> node.name().equals(PlanHalves.FIRST))
                .mapToLong(node -> node.plan().metrics().apply("numSplits").value())
                .sum();
    }
}
