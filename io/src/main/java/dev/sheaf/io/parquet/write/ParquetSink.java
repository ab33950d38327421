package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.file.PendingFile;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.meta.AnnotatedTypes;
import dev.sheaf.io.parquet.meta.ChunkStatistics;
import dev.sheaf.io.parquet.meta.SchemaReader;
import dev.sheaf.io.parquet.meta.SchemaWriter;
import dev.sheaf.io.parquet.meta.ThriftOutput;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TypeDefinedOrder;

/// Writes one Parquet file, a row group at a time.
///
/// Tables are held until they make a row group; its columns are then encoded in parallel and written one after the
/// other.
public final class ParquetSink implements BatchSink {
    private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
    private static final int FORMAT_VERSION = 2;

    private final Schema schema;
    private final QueryContext context;
    private final WriteOptions options;
    private final List<SchemaElement> elements;
    private final RowGroupEncoder encoder;
    private final PendingFile file;
    private final List<Table> pending = new ArrayList<>();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final IndexSection indexes = new IndexSection();
    private long pendingRows;
    private long rowCount;

    private ParquetSink(Path path, Schema schema, FileOptions options, QueryContext context) {
        this.schema = schema;
        this.context = context;
        this.options = WriteOptions.of(options, context);
        this.elements = SchemaWriter.elements(schema);
        this.encoder = new RowGroupEncoder(SchemaReader.columns(elements), this.options, context);
        this.file = PendingFile.create(path);
    }

    public static ParquetSink create(Path path, Schema schema, FileOptions options, QueryContext context) {
        ParquetSink sink = new ParquetSink(path, schema, options, context);
        try {
            sink.writeMagic();
            return sink;
        } catch (RuntimeException | Error failure) {
            sink.close();
            throw failure;
        }
    }

    private void writeMagic() {
        try (ByteOutput bytes = new ByteOutput(context.pool(), "Parquet magic")) {
            bytes.write(MAGIC, MAGIC.length);
            append(bytes);
        }
    }

    private void append(ByteOutput bytes) {
        file.write(bytes.segment().asSlice(0, bytes.size()));
    }

    @Override
    public void write(Table table) {
        checkSchema(table);
        for (long row = 0; row < table.rowCount(); ) {
            long some = Math.min(table.rowCount() - row, options.rowGroupRows() - pendingRows);
            pending.add(table.slice(row, some));
            pendingRows += some;
            row += some;
            if (pendingRows == options.rowGroupRows()) {
                writeRowGroup();
            }
        }
    }

    private void checkSchema(Table table) {
        Schema given = table.schema();
        boolean same = given.size() == schema.size();
        for (int i = 0; same && i < schema.size(); i++) {
            same = given.field(i).name().equals(schema.field(i).name())
                    && given.field(i).type().equals(schema.field(i).type());
        }
        if (!same) {
            throw new IllegalArgumentException(
                    "a table of " + given + " does not go into " + file.path() + ", which has the columns " + schema);
        }
    }

    private void writeRowGroup() {
        context.checkCancelled();
        try (var timer = context.phases().time(Phase.WRITE)) {
            timer.rows(pendingRows);
            long before = file.position();
            List<EncodedChunk> chunks = encoder.encode(pending);
            try {
                write(chunks);
                timer.bytes(file.position() - before);
            } finally {
                chunks.forEach(EncodedChunk::close);
            }
        }
        rowCount += pendingRows;
        dropPending();
    }

    private void write(List<EncodedChunk> chunks) {
        RowGroup rowGroup = new RowGroup().setNum_rows(pendingRows);
        rowGroup.setFile_offset(file.position());
        if (rowGroups.size() <= Short.MAX_VALUE) {
            rowGroup.setOrdinal((short) rowGroups.size());
        }
        long uncompressed = 0;
        long compressed = 0;
        for (EncodedChunk chunk : chunks) {
            long position = file.position();
            ColumnChunk column = new ColumnChunk(0).setMeta_data(chunk.at(position));
            chunk.indexes().ifPresent(places -> indexes.add(column, places.at(position)));
            rowGroup.addToColumns(column);
            append(chunk.pages());
            uncompressed += chunk.metadata().getTotal_uncompressed_size();
            compressed += chunk.metadata().getTotal_compressed_size();
        }
        rowGroup.setColumnsIsSet(true);
        rowGroup.setTotal_byte_size(uncompressed).setTotal_compressed_size(compressed);
        rowGroups.add(rowGroup);
    }

    private void dropPending() {
        pending.forEach(Table::close);
        pending.clear();
        pendingRows = 0;
    }

    @Override
    public void commit() {
        if (pendingRows > 0) {
            writeRowGroup();
        }
        try (var _ = context.phases().time(Phase.WRITE);
                ByteOutput footer = new ByteOutput(context.pool(), "Parquet footer")) {
            indexes.write(footer, file.position());
            int size = ThriftOutput.write(footer(), footer);
            footer.writeInt(size);
            footer.write(MAGIC, MAGIC.length);
            append(footer);
            file.commit();
        }
    }

    private FileMetaData footer() {
        FileMetaData footer = new FileMetaData(FORMAT_VERSION, elements, rowCount, rowGroups);
        footer.setCreated_by(createdBy());
        AnnotatedTypes.note(schema).ifPresent(footer::addToKey_value_metadata);
        for (SchemaElement element : elements) {
            if (element.isSetType()) {
                footer.addToColumn_orders(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()));
            }
        }
        return footer;
    }

    private static String createdBy() {
        String version = ParquetSink.class.getPackage().getImplementationVersion();
        return ChunkStatistics.OUR_WRITER + (version == null ? "development" : version);
    }

    @Override
    public void close() {
        dropPending();
        file.close();
    }
}
