package dev.sheaf.spark.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.io.parquet.ParquetSplit;
import dev.sheaf.spark.translate.ScalaLists;
import dev.sheaf.spark.translate.SparkTypes;
import dev.sheaf.spark.translate.UntranslatableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/// Which files Sheaf reads as Spark would: those that have the columns that are asked for in the types that are asked
/// for, or lack them. Everything else is left to Spark's reader: conversions, dates of the Julian calendar, timestamps
/// of 96 bits, values that a table's definition gives to older files.
final class FileFit {
    private static final String ENABLED = "spark.sheaf.scan.enabled";
    private static final String DEFAULT_VALUE = "EXISTS_DEFAULT";
    /// How Spark calls columns of row numbers that its reader makes.
    private static final String MADE = "_tmp_metadata_";
    private static final String LEGACY_DATES = "org.apache.spark.legacyDateTime";
    private static final String VERSION = "org.apache.spark.version";

    private FileFit() {}

    /// Why Sheaf reads no file of a scan, as far as the plan tells; nothing if it may read them.
    static Optional<String> refusal(FileSourceScanExec scan) {
        if (scan.relation().fileFormat().getClass() != ParquetFileFormat.class) {
            return Optional.of("they are no plain Parquet");
        }
        if (!Boolean.parseBoolean(scan.conf().getConfString(ENABLED, "true"))) {
            return Optional.of(ENABLED + " is false");
        }
        return scan.supportsColumnar()
                ? oddSetting(scan).or(() -> oddColumn(scan))
                : Optional.of("Spark's reader gives no batches");
    }

    /// A setting or an option that makes Spark's reader do what ours does not.
    private static Optional<String> oddSetting(FileSourceScanExec scan) {
        Stream<String> settings = plainSettings().entrySet().stream()
                .filter(plain -> !scan.conf().getConfString(plain.getKey()).equalsIgnoreCase(plain.getValue()))
                .map(Map.Entry::getKey);
        Stream<String> options = CollectionConverters.asJava(scan.relation().options()).keySet().stream()
                .filter(option -> oddOptions().contains(option.toLowerCase(Locale.ROOT)));
        return Stream.concat(settings, options)
                .sorted()
                .map(name -> name + " is set")
                .findFirst();
    }

    /// Settings that make Spark's reader do what ours does not, unless they have the value here.
    private static Map<String, String> plainSettings() {
        return Map.of(
                "spark.sql.files.ignoreCorruptFiles", "false",
                "spark.sql.files.ignoreMissingFiles", "false",
                "spark.sql.parquet.fieldId.read.enabled", "false",
                "spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED");
    }

    /// Options of a scan of the same kind, in small letters.
    private static Set<String> oddOptions() {
        return Set.of("ignorecorruptfiles", "ignoremissingfiles", "datetimerebasemode", "int96rebasemode");
    }

    /// A column that is not one of files or partitions, or of a type that Sheaf has not, or a constant that is binary.
    private static Optional<String> oddColumn(FileSourceScanExec scan) {
        StructType partitions = scan.relation().partitionSchema();
        if (scan.output().length() != scan.requiredSchema().length() + partitions.length()) {
            return Optional.of("columns that are not in files");
        }
        Stream<String> made = fields(scan.requiredSchema()).stream()
                .filter(field ->
                        field.name().startsWith(MADE) || field.metadata().contains(DEFAULT_VALUE))
                .map(StructField::name);
        Stream<String> unknown = ScalaLists.<Attribute>list(scan.output()).stream()
                .filter(attribute -> !isKnown(attribute.dataType()))
                .map(Attribute::name);
        Stream<String> constant = fields(partitions).stream()
                .filter(field -> field.dataType() instanceof BinaryType)
                .map(StructField::name);
        return Stream.of(made, unknown, constant)
                .flatMap(names -> names)
                .map(name -> "column " + name)
                .findFirst();
    }

    private static boolean isKnown(org.apache.spark.sql.types.DataType type) {
        try {
            SparkTypes.of(type);
            return true;
        } catch (UntranslatableException _) {
            return false;
        }
    }

    static List<StructField> fields(StructType type) {
        return List.of(type.fields());
    }

    /// The name in a file of each column that is asked for, empty for one that the file lacks; or nothing if Sheaf does
    /// not read the file as Spark would.
    static Optional<List<Optional<String>>> of(ParquetSplit split, StructType columns, boolean caseSensitive) {
        List<Optional<String>> names = new ArrayList<>();
        for (StructField column : fields(columns)) {
            List<Field> found = named(split.rows().schema(), column.name(), caseSensitive);
            if (found.size() > 1 || !found.stream().allMatch(field -> fits(field, column, split))) {
                return Optional.empty();
            }
            names.add(found.stream().map(Field::name).findFirst());
        }
        return Optional.of(names);
    }

    private static List<Field> named(Schema schema, String name, boolean caseSensitive) {
        return schema.fields().stream()
                .filter(field ->
                        caseSensitive ? field.name().equals(name) : field.name().equalsIgnoreCase(name))
                .toList();
    }

    private static boolean fits(Field field, StructField column, ParquetSplit split) {
        DataType wanted = SparkTypes.of(column.dataType());
        boolean ofDays = wanted.isTemporal();
        return field.type().decoded().equals(wanted)
                && split.isCommon(field.name())
                && !(ofDays && hasOldDates(split.metadata()));
    }

    /// Whether days before 1582 may be Julian ones.
    private static boolean hasOldDates(Map<String, String> metadata) {
        String version = metadata.getOrDefault(VERSION, "4");
        return metadata.containsKey(LEGACY_DATES) || version.compareTo("3") < 0;
    }
}
