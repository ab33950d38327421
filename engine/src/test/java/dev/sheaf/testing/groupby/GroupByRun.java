package dev.sheaf.testing.groupby;

import dev.sheaf.column.Schema;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs requests on a backend and reads the results into samples.
final class GroupByRun {
    private GroupByRun() {}

    /// The result of a request over a stream whose batches come from `inputPool`.
    static Sample execute(
            Backend backend, GroupByRequest request, List<Piece> stream, MemoryPool inputPool, QueryContext context) {
        return execute(backend, request, new PieceSource(request.input(), stream, inputPool), context);
    }

    static Sample execute(Backend backend, GroupByRequest request, BatchSource input, QueryContext context) {
        try (input;
                BatchSource result = backend.execute(request, input, context)) {
            return read(result, context);
        }
    }

    static Sample read(BatchSource result, QueryContext context) {
        List<Piece> pieces = new ArrayList<>();
        Batch batch;
        while ((batch = result.next(context)) != null) {
            try (Batch open = batch) {
                pieces.add(new Piece(Sample.of(open.table()), open.firstRow()));
            }
        }
        pieces.sort(Comparator.comparingLong(Piece::firstRow));
        return concat(result.schema(), pieces.stream().map(Piece::rows).toList());
    }

    private static Sample concat(Schema schema, List<Sample> parts) {
        List<List<@Nullable Object>> columns = IntStream.range(0, schema.size())
                .<List<@Nullable Object>>mapToObj(column -> {
                    Stream<@Nullable Object> values =
                            parts.stream().flatMap(part -> part.columns().get(column).stream());
                    List<@Nullable Object> whole = new ArrayList<>();
                    values.forEach(whole::add);
                    return whole;
                })
                .toList();
        return Sample.plain(schema, columns);
    }
}
