package dev.sheaf.testing.groupby;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The contract, passed by the reference as if it were a backend.
class ReferenceGroupByTest extends GroupByContract {

    @Override
    public Backend backend() {
        return new ReferenceBackend();
    }

    @Override
    public List<Variant> variants() {
        return List.of(Variant.of("reference", 1, Map.of()));
    }

    private record ReferenceBackend() implements Backend {
        @Override
        public String name() {
            return "reference";
        }

        @Override
        public BackendStatus status() {
            return new BackendStatus.Available("boxed values");
        }

        @Override
        public Offer offer(GroupByRequest request, SourceStats stats, QueryContext context) {
            return new Offer.Accepted("reference", "it is the only one", 1);
        }

        @Override
        public BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context) {
            List<Piece> stream = new ArrayList<>();
            Batch batch;
            while ((batch = input.next(context)) != null) {
                try (Batch open = batch) {
                    stream.add(new Piece(Sample.of(open.table()), open.firstRow()));
                }
            }
            Sample result = new ReferenceGroupBy(request).execute(stream);
            return new PieceSource(result.schema(), Piece.whole(result), context.pool());
        }
    }
}
