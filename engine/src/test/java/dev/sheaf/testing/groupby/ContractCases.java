package dev.sheaf.testing.groupby;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import java.util.List;

/// Written-out cases that run on a backend in several variants.
interface ContractCases {
    double NAN = Double.NaN;

    /// The backend under test.
    Backend backend();

    /// The ways in which every case runs.
    List<Variant> variants();

    /// Begins a question over these rows.
    default Question ask(Variant variant, MemoryPool pool, Tables.Rows input) {
        return new Question(backend(), variant, pool, input);
    }

    /// Few rows with null keys and values.
    static Tables.Rows sales() {
        return Tables.of("k:string", "v:int64")
                .row("a", 1)
                .row("b", 2)
                .row(null, 4)
                .row("a", null)
                .row("b", 16)
                .row(null, 32);
    }

    /// The aggregate over distinct arguments.
    static Expr distinct(Expr expr) {
        Expr.Aggregate aggregate = (Expr.Aggregate) expr;
        return new Expr.Aggregate(aggregate.aggregation(), aggregate.arguments(), aggregate.filter(), true);
    }
}
