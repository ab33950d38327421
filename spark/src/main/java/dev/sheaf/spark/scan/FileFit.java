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
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.internal.SQLConf;
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

    /// Whether files of a scan may be read by Sheaf, as far as the plan tells.
    static boolean mayFit(FileSourceScanExec scan) {
        SQLConf conf = scan.conf();
        return scan.relation().fileFormat().getClass() == ParquetFileFormat.class
                && scan.supportsColumnar()
                && Boolean.parseBoolean(conf.getConfString(ENABLED, "true"))
                && plainSettings().entrySet().stream()
                        .allMatch(plain -> conf.getConfString(plain.getKey()).equalsIgnoreCase(plain.getValue()))
                && CollectionConverters.asJava(scan.relation().options()).keySet().stream()
                        .noneMatch(option -> oddOptions().contains(option.toLowerCase(Locale.ROOT)))
                && areKnown(scan);
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

    /// Whether the output is columns of files and partitions, of types that Sheaf has; no constant of it is binary.
    private static boolean areKnown(FileSourceScanExec scan) {
        int columns = scan.requiredSchema().length()
                + scan.relation().partitionSchema().length();
        return scan.output().length() == columns
                && fields(scan.requiredSchema()).stream()
                        .noneMatch(field -> field.name().startsWith(MADE)
                                || field.metadata().contains(DEFAULT_VALUE))
                && ScalaLists.<Attribute>list(scan.output()).stream()
                        .allMatch(attribute -> isKnown(attribute.dataType()))
                && fields(scan.relation().partitionSchema()).stream()
                        .noneMatch(field -> field.dataType() instanceof BinaryType);
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
