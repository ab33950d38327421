package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A CASE whose results are constant texts. Rows get the numbers of their results, which makes a dictionary of few
/// texts: whoever groups, compares or sorts them looks at each text once, and none is copied.
///
/// @param numbers the CASE with the number of each result in its place
/// @param texts the results, each once
record CodedCase(BoundExpr numbers, List<Object> texts) {

    /// The coded form of an expression that is such a CASE.
    static Optional<CodedCase> of(BoundExpr bound) {
        if (!(bound instanceof BoundExpr.Case branches) || !branches.type().equals(DataType.STRING)) {
            return Optional.empty();
        }
        List<Object> texts = new ArrayList<>();
        List<BoundExpr.When> coded = new ArrayList<>();
        for (BoundExpr.When when : branches.branches()) {
            BoundExpr number = number(when.result(), texts);
            if (number == null) {
                return Optional.empty();
            }
            coded.add(new BoundExpr.When(when.condition(), number));
        }
        BoundExpr otherwise = number(branches.otherwise(), texts);
        return otherwise == null || texts.isEmpty()
                ? Optional.empty()
                : Optional.of(new CodedCase(new BoundExpr.Case(coded, otherwise, DataType.INT32), List.copyOf(texts)));
    }

    /// The number of a constant text, which `texts` has from here on; null if the result is none.
    private static @Nullable BoundExpr number(BoundExpr result, List<Object> texts) {
        if (!(result instanceof BoundExpr.Constant(Object text, DataType _))) {
            return null;
        }
        if (text == null) {
            return new BoundExpr.Constant(null, DataType.INT32);
        }
        if (!texts.contains(text)) {
            texts.add(text);
        }
        return new BoundExpr.Constant(texts.indexOf(text), DataType.INT32);
    }

    /// The dictionary of rows that have these numbers, which stay open; to be closed by the caller.
    Column texts(FixedColumn numbered, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, pool)) {
            texts.forEach(builder::append);
            Column values = builder.build();
            return new DictionaryColumn(
                    numbered.length(),
                    numbered.values().retain(),
                    values,
                    numbered.validity().slice(0, numbered.length()));
        }
    }
}
