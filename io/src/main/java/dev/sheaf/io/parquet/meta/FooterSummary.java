package dev.sheaf.io.parquet.meta;

import dev.sheaf.query.FileSummary;
import dev.sheaf.query.StoredColumn;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/// What a file's footer says about how it is laid out.
public final class FooterSummary {
    private FooterSummary() {}

    public static FileSummary of(ParquetFile file) {
        return new FileSummary(
                file.byteSize(),
                file.rowCount(),
                file.rowGroupCount(),
                Objects.requireNonNullElse(file.footer().getCreated_by(), ""),
                file.columns().stream().map(column -> column(file, column)).toList());
    }

    private static StoredColumn column(ParquetFile file, SchemaNode column) {
        List<ColumnMetaData> chunks = IntStream.range(0, file.rowGroupCount())
                .boxed()
                .flatMap(rowGroup -> column.leaves().stream().map(leaf -> file.chunk(rowGroup, leaf)))
                .toList();
        return new StoredColumn(
                column.name(),
                chunks.stream()
                        .mapToLong(ColumnMetaData::getTotal_compressed_size)
                        .sum(),
                names(chunks.stream().map(ColumnMetaData::getCodec)),
                names(chunks.stream().flatMap(chunk -> Objects.requireNonNull(chunk.getEncodings()).stream())));
    }

    private static List<String> names(Stream<? extends @Nullable Enum<?>> values) {
        return values.filter(Objects::nonNull)
                .map(Enum::name)
                .distinct()
                .sorted()
                .toList();
    }
}
