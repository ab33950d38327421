package dev.sheaf.io.arrow;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.arrow.c.ArraySpec;
import dev.sheaf.io.arrow.c.LentStream;
import dev.sheaf.io.arrow.c.SchemaSpec;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tables as batches of the C stream interface. Buffers that lie as Arrow wants them are handed out where they lie,
/// and their table stays open until the other library has released them.
final class ExportedTables implements LentStream {
    private final Schema schema;
    private final Iterator<Table> tables;
    private final MemoryPool pool;
    private final Runnable end;

    ExportedTables(Schema schema, Iterator<Table> tables, MemoryPool pool, Runnable end) {
        this.schema = schema;
        this.tables = tables;
        this.pool = pool;
        this.end = end;
    }

    @Override
    public SchemaSpec schema() {
        return CTypes.write(schema);
    }

    @Override
    public @Nullable Batch next() {
        return tables.hasNext() ? batch(schema, tables.next(), pool) : null;
    }

    /// Takes a table over.
    static Batch batch(Schema schema, Table table, MemoryPool pool) {
        ColumnEncoder encoder = new ColumnEncoder(pool);
        Runnable memory = () -> {
            encoder.close();
            table.close();
        };
        try {
            List<Field> fields = schema.fields();
            for (int i = 0; i < fields.size(); i++) {
                Column column = table.column(i);
                encoder.add(column, fields.get(i).type().decoded());
            }
            Arrays arrays = new Arrays(encoder);
            List<ArraySpec> columns = fields.stream()
                    .map(field -> arrays.next(field.type().decoded()))
                    .toList();
            return new Batch(new ArraySpec(table.rowCount(), 0, List.of(MemorySegment.NULL), columns), memory);
        } catch (RuntimeException | Error failure) {
            memory.run();
            throw failure;
        }
    }

    @Override
    public void close() {
        end.run();
    }

    /// Puts nodes and buffers, which the encoder has one after the other, together as arrays.
    private static final class Arrays {
        private final Iterator<ColumnEncoder.Node> nodes;
        private final Iterator<MemorySegment> buffers;

        Arrays(ColumnEncoder encoder) {
            this.nodes = encoder.nodes().iterator();
            this.buffers = encoder.buffers().iterator();
        }

        ArraySpec next(DataType type) {
            ColumnEncoder.Node node = nodes.next();
            List<MemorySegment> own = new ArrayList<>();
            for (int i = bufferCount(type); i > 0; i--) {
                own.add(buffers.next());
            }
            List<ArraySpec> children = ArrowSchemas.childFields(type).stream()
                    .map(child -> next(child.type().decoded()))
                    .toList();
            return new ArraySpec(node.length(), node.nullCount(), own, children);
        }

        private static int bufferCount(DataType type) {
            return switch (type) {
                case DataType.NullType _ -> 0;
                case DataType.StructType _ -> 1;
                case DataType.StringType _, DataType.BinaryType _ -> 3;
                default -> 2;
            };
        }
    }
}
