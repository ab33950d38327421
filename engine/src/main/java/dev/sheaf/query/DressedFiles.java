package dev.sheaf.query;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.query.path.HivePartitions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What every format's files may get beyond their own columns: those in the names of their folders, the
/// name of the file, and a schema that somebody gives.
final class DressedFiles {
    /// The options that these are asked for by.
    static final Set<String> OPTIONS = Set.of("hive_partitioning", "hive_types", "filename", "schema", "union_by_name");

    private final FileOptions options;
    private final Optional<HivePartitions> partitions;
    private final Optional<String> nameColumn;

    private DressedFiles(FileOptions options, List<Path> files) {
        this.options = options;
        Optional<Boolean> wanted = options.flag("hive_partitioning");
        Map<String, DataType> types = options.types("hive_types").orElse(Map.of());
        this.partitions = wanted.orElse(true) ? HivePartitions.of(files, types) : Optional.empty();
        this.nameColumn = nameColumn(options);
        if (wanted.orElse(false) && partitions.isEmpty()) {
            throw new IllegalArgumentException(
                    "hive_partitioning needs folders such as year=2024 above every file, with"
                            + " the same columns for all of them; there are none, or others, above "
                            + files.getFirst());
        }
        if (!options.flag("union_by_name").orElse(true)) {
            throw new IllegalArgumentException(
                    "columns of several files are always brought together by name; leave" + " union_by_name out");
        }
    }

    /// `filename = true`, or the name of the column that gets it.
    private static Optional<String> nameColumn(FileOptions options) {
        return switch (options.values().get("filename")) {
            case null -> Optional.empty();
            case String name when !Set.of("true", "false").contains(name) -> Optional.of(name);
            default -> options.flag("filename").filter(wanted -> wanted).map(_ -> "filename");
        };
    }

    /// The files with all that the options, and their folders, add.
    ///
    /// @throws IllegalArgumentException if the options do not fit the files
    static Dataset of(Dataset dataset, List<Path> files, FileOptions options) {
        DressedFiles dress = new DressedFiles(options, files);
        boolean asked = options.values().containsKey("schema") || dress.nameColumn.isPresent();
        if (!(dataset instanceof FileDataset own)) {
            if (asked) {
                throw new IllegalArgumentException("this format takes neither the option schema nor filename");
            }
            return dataset;
        }
        return asked || dress.partitions.isPresent() ? dress.over(own) : own;
    }

    private FileDataset over(FileDataset own) {
        Map<Map<String, Expr.Literal>, List<Path>> groups = new LinkedHashMap<>();
        for (Path file : own.files()) {
            groups.computeIfAbsent(constants(file), _ -> new ArrayList<>()).add(file);
        }
        List<FilePart> parts = new ArrayList<>();
        groups.forEach((constants, files) -> parts.add(new FilePart(own.only(files), constants)));
        return new CombinedFiles(
                parts, options.types("schema").map(DressedFiles::schema).orElseGet(() -> schema(own)));
    }

    private Map<String, Expr.Literal> constants(Path file) {
        Map<String, Expr.Literal> constants =
                new TreeMap<>(partitions.map(found -> found.constants(file)).orElse(Map.of()));
        nameColumn.ifPresent(name -> constants.put(name, new Expr.Literal(file.toString(), DataType.STRING)));
        return constants;
    }

    private static Schema schema(Map<String, DataType> types) {
        List<Field> fields = new ArrayList<>();
        types.forEach((name, type) -> fields.add(new Field(name, type, true)));
        return new Schema(fields);
    }

    /// The columns of the files, where a folder's column replaces one of its name, and then what is added.
    private Schema schema(FileDataset own) {
        Map<String, Field> fields = new LinkedHashMap<>();
        own.schema().fields().forEach(field -> fields.put(field.name(), field));
        partitions.ifPresent(found ->
                found.types().forEach((name, type) -> fields.put(name, new Field(name, type, true))));
        nameColumn.ifPresent(name -> fields.put(name, new Field(name, DataType.STRING, false)));
        return new Schema(List.copyOf(fields.values()));
    }
}
