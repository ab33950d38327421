package dev.sheaf.sql.bind.from;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.expression.Constants;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Clauses.Sample;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Takes some of the rows of a plan: each with a chance, or a number of them, the least by a random number.
final class Sampling {
    private static final BigDecimal PERCENT = BigDecimal.valueOf(100);

    private final Origins origins;
    private final Constants constants;

    Sampling(Origins origins, Parameters parameters) {
        this.origins = origins;
        this.constants = new Constants(origins, parameters);
    }

    LogicalPlan of(LogicalPlan rows, Sample sample) {
        String number = new UniqueNames(rows.schema().names()).unique("sample");
        LogicalPlan random = new LogicalPlan.Randomized(rows, number, seed(sample));
        LogicalPlan some = sample.percent()
                ? new LogicalPlan.Filter(random, col(number).lt(chance(sample)))
                : new LogicalPlan.Limit(
                        new LogicalPlan.Sort(random, List.of(new SortKey(col(number), SortDirection.ASCENDING))),
                        0,
                        count(sample));
        List<Expr> columns =
                rows.schema().names().stream().<Expr>map(name -> col(name)).toList();
        return new LogicalPlan.Project(some, columns);
    }

    private double chance(Sample sample) {
        return constants
                .number(sample.size())
                .filter(percent -> percent.signum() >= 0 && percent.compareTo(PERCENT) <= 0)
                .orElseThrow(() -> origins.error(sample, "a sample is from 0 to 100 percent"))
                .divide(PERCENT)
                .doubleValue();
    }

    private long count(Sample sample) {
        return constants
                .wholeNumber(sample.size())
                .filter(rows -> rows.signum() >= 0 && rows.bitLength() < Long.SIZE)
                .orElseThrow(() -> origins.error(sample, "a sample takes a whole number of rows of 0 or more"))
                .longValueExact();
    }

    private long seed(Sample sample) {
        return sample.seed()
                .map(seed -> constants
                        .wholeNumber(seed)
                        .map(BigInteger::longValue)
                        .orElseThrow(() -> origins.error(seed, "REPEATABLE takes a whole number")))
                .orElseGet(() -> ThreadLocalRandom.current().nextLong());
    }
}
