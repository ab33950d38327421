package dev.sheaf.io.json;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ColumnBits;
import dev.sheaf.io.rows.ColumnReader;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Reads objects as structs: splits the field of each row into fields of its own, and has those read.
final class StructReader implements ColumnReader {
    private final DataType.StructType type;
    private final MemberSplitter splitter;
    private final List<ColumnReader> members;
    private final JsonCursor cursor = new JsonCursor();

    StructReader(DataType.StructType type, MemberSplitter splitter, List<ColumnReader> members) {
        this.type = type;
        this.splitter = splitter;
        this.members = List.copyOf(members);
    }

    @Override
    public Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits) {
        Fields parts = new Fields(members.size());
        List<Column> children = new ArrayList<>();
        Validity validity = split(chunk, fields, column, parts, pool, misfits);
        try {
            for (int i = 0; i < members.size(); i++) {
                children.add(members.get(i).read(chunk, parts, i, pool, misfits));
            }
            return new StructColumn(type, children, validity);
        } catch (RuntimeException | Error failure) {
            children.forEach(Column::close);
            validity.close();
            throw failure;
        }
    }

    private Validity split(Chunk chunk, Fields fields, int column, Fields parts, MemoryPool pool, Misfits misfits) {
        ColumnBits valid = new ColumnBits(fields.rowCount(), pool, "validity of a text file");
        try {
            for (int row = 0; row < fields.rowCount(); row++) {
                valid.add(split(chunk, fields, row, column, parts, misfits));
            }
            return valid.finishValidity();
        } catch (RuntimeException | Error failure) {
            valid.discard();
            throw failure;
        }
    }

    private boolean split(Chunk chunk, Fields fields, int row, int column, Fields parts, Misfits misfits) {
        int from = fields.start(row, column);
        int to = fields.end(row, column);
        parts.reserveRow();
        MemberSplitter.setNulls(parts, from);
        if (from < to) {
            try {
                cursor.start(chunk.bytes(), from, to);
                splitter.split(chunk, cursor, parts);
            } catch (JsonFault noObject) {
                misfits.misfit(row, noObject.problem());
                MemberSplitter.setNulls(parts, from);
            }
        }
        parts.finishRow(from);
        return from < to;
    }
}
