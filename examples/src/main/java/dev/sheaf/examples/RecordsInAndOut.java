package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import java.time.LocalDate;
import java.util.List;

/// Groups records, and takes the result as records of another class.
///
/// ```text
/// Climate[city=Bergen, mean=6.65, last=2024-07-03]
/// Climate[city=Lisbon, mean=23.0, last=2024-07-02]
/// ```
public final class RecordsInAndOut {
    private RecordsInAndOut() {}

    /// A row of the input; a component that is a boxed type may be null.
    record Reading(String city, LocalDate day, Double celsius) {}

    /// A row of the result; components take the columns of their names.
    record Climate(String city, double mean, LocalDate last) {}

    static void main() {
        List<Reading> readings = List.of(
                new Reading("Lisbon", LocalDate.of(2024, 7, 1), 22.5),
                new Reading("Bergen", LocalDate.of(2024, 7, 1), 6.2),
                new Reading("Lisbon", LocalDate.of(2024, 7, 2), 23.5),
                new Reading("Bergen", LocalDate.of(2024, 7, 3), 7.1));
        try (Table table = Table.ofRecords(Reading.class, readings);
                Table result = LazyFrame.of(table)
                        .filter(col("celsius").isNotNull())
                        .groupBy("city")
                        .agg(mean("celsius").as("mean"), max("day").as("last"))
                        .sort("city")
                        .collect()) {
            result.toRecords(Climate.class).forEach(IO::println);
        }
    }
}
