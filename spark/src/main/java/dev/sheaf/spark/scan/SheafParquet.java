package dev.sheaf.spark.scan;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/// Spark's format of Parquet files, read by Sheaf. Spark lists files, prunes partitions, cuts splits and schedules them
/// as ever; only what reads a split is another. Files that do not fit [FileFit] are read by Spark's own reader.
public final class SheafParquet extends ParquetFileFormat {
    /// The scan with this format, if its files may be read by Sheaf; else the scan as it is. Whoever is above it has to
    /// take [dev.sheaf.spark.column.TableBatch].
    public static SparkPlan over(SparkPlan scan) {
        return scan instanceof FileSourceScanExec files
                        && FileFit.refusal(files).isEmpty()
                ? copy(files)
                : scan;
    }

    /// Who reads a scan that gives batches, and why not Sheaf, in words.
    public static String source(SparkPlan scan) {
        if (!(scan instanceof FileSourceScanExec files)) {
            return "batches of " + scan.nodeName();
        }
        return FileFit.refusal(files)
                .map(reason -> "files, read by Spark: " + reason)
                .orElse("Parquet files, read by Sheaf");
    }

    private static SparkPlan copy(FileSourceScanExec scan) {
        HadoopFsRelation given = scan.relation();
        HadoopFsRelation relation = given.copy(
                given.location(),
                given.partitionSchema(),
                given.dataSchema(),
                given.bucketSpec(),
                new SheafParquet(),
                given.options(),
                given.sparkSession());
        FileSourceScanExec copy = scan.copy(
                relation,
                scan.stream(),
                scan.output(),
                scan.requiredSchema(),
                scan.partitionFilters(),
                scan.optionalBucketSet(),
                scan.optionalNumCoalescedBuckets(),
                scan.dataFilters(),
                scan.tableIdentifier(),
                scan.disableBucketedScan());
        copy.copyTagsFrom(scan);
        return copy;
    }

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReaderWithPartitionValues(
            SparkSession session,
            StructType dataSchema,
            StructType partitionSchema,
            StructType requiredSchema,
            Seq<Filter> filters,
            Map<String, String> options,
            Configuration configuration) {
        Function1<PartitionedFile, Iterator<InternalRow>> ofSpark = super.buildReaderWithPartitionValues(
                session, dataSchema, partitionSchema, requiredSchema, filters, options, configuration);
        return new FileReader(
                ofSpark,
                requiredSchema,
                partitionSchema,
                SQLConf.get().caseSensitiveAnalysis(),
                SerializableConfiguration.broadcast(session.sparkContext(), configuration));
    }

    @Override
    public String toString() {
        return "Parquet, read by Sheaf";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SheafParquet;
    }

    @Override
    public int hashCode() {
        return SheafParquet.class.hashCode();
    }
}
