package dev.sheaf.io.rows;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Set;

/// Reads any other type as text, by the cast that SQL has for it.
final class CastReader extends FieldReader {
    private static final String NAME = "text";
    private static final Schema TEXTS = Schema.of(new Field(NAME, DataType.STRING));

    private final TextReader texts;
    private final Evaluator cast;

    CastReader(DataType type, int quote, Set<String> nullTexts) {
        super(type, nullTexts);
        this.texts = new TextReader(quote, nullTexts);
        this.cast = Evaluator.compile(col(NAME).cast(type), TEXTS);
    }

    @Override
    public boolean accepts(byte[] bytes, int from, int to) {
        throw new AssertionError("only types that are read as they stand are inferred");
    }

    @Override
    public Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits) {
        Column read = texts.read(chunk, fields, column, pool, misfits);
        try (Table table = new Table(TEXTS, List.of(read), fields.rowCount())) {
            try {
                return cast.evaluate(table, pool);
            } catch (IllegalArgumentException | ArithmeticException misfit) {
                tellMisfits(table, pool, misfits);
                return FieldColumns.nulls(type(), fields.rowCount(), pool);
            }
        }
    }

    private void tellMisfits(Table table, MemoryPool pool, Misfits misfits) {
        for (int row = 0; row < table.rowCount(); row++) {
            try (Table one = table.slice(row, 1);
                    Column _ = cast.evaluate(one, pool)) {
                continue;
            } catch (IllegalArgumentException | ArithmeticException misfit) {
                misfits.misfit(row, String.valueOf(misfit.getMessage()));
            }
        }
    }

    /// Stands for rows that are read again without the misfits.
}
