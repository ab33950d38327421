package dev.sheaf.cli.datagen;

import dev.sheaf.column.DataType;
import java.time.LocalDate;
import java.util.List;

/// Orders of a shop, in the manner of TPC-H's table (its comment column left out).
///
/// | column | type | values |
/// |---|---|---|
/// | o_orderkey | int64 | rising, 8 of every 32 numbers |
/// | o_custkey | int64 | a tenth as many customers as rows, a third of which never order |
/// | o_orderstatus | string | F (49 %), O (49 %), P (3 %): all, none or some lines shipped by 1995-06-17 |
/// | o_totalprice | float64 | whole cents, 1 to 7 lines of 1 to 50 pieces with discount and tax |
/// | o_orderdate | date | 1992-01-01 to 1998-08-02, uniform |
/// | o_orderpriority | string | five, uniform |
/// | o_clerk | string | one clerk to 1,500 orders, uniform |
/// | o_shippriority | int32 | 0 |
///
/// Distributions follow TPC-H, the random numbers do not: sums differ from dbgen's. `zipf` above 0 skews
/// o_custkey by Zipf's law with that exponent. Texts come as dictionaries if `dictionaries` is set, else plain.
public record OrdersDataset(long rows, long seed, double zipf, boolean dictionaries) implements GeneratedTable {
    private static final LocalDate FIRST_DATE = LocalDate.of(1992, 1, 1);
    private static final LocalDate LAST_DATE = LocalDate.of(1998, 8, 2);

    /// @throws IllegalArgumentException if `rows` or `zipf` is negative
    public OrdersDataset {
        if (rows < 0 || !(zipf >= 0)) {
            throw new IllegalArgumentException("orders need rows >= 0 and zipf >= 0, not " + rows + " and " + zipf);
        }
    }

    /// Uniform customers, plain texts.
    public static OrdersDataset of(long rows, long seed) {
        return new OrdersDataset(rows, seed, 0, false);
    }

    @Override
    public String title() {
        return "generated orders, seed " + seed;
    }

    @Override
    public List<GeneratedColumn> columns() {
        Numbers dates = dates();
        OrderLines lines = new OrderLines(Draws.of(seed, "lines"));
        return List.of(
                GeneratedColumn.longs("o_orderkey", OrdersDataset::orderKey),
                GeneratedColumn.longs("o_custkey", customers()),
                text("o_orderstatus", OrderLines.STATUSES, row -> lines.status(row, dates.at(row))),
                GeneratedColumn.doubles("o_totalprice", lines::price, GeneratedColumn.NO_NULLS),
                GeneratedColumn.ints("o_orderdate", DataType.DATE, dates, GeneratedColumn.NO_NULLS),
                uniform("o_orderpriority", Texts.listed("1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW")),
                uniform("o_clerk", Texts.numbered("Clerk#", 9, Math.max(1, rows / 1500))),
                GeneratedColumn.ints("o_shippriority", DataType.INT32, _ -> 0, GeneratedColumn.NO_NULLS));
    }

    private GeneratedColumn uniform(String name, Texts texts) {
        return text(name, texts, Numbers.below(texts.count(), 0, Draws.of(seed, name)));
    }

    private GeneratedColumn text(String name, Texts texts, Numbers numbers) {
        return GeneratedColumn.texts(name, texts, numbers, GeneratedColumn.NO_NULLS, dictionaries);
    }

    /// The key of the order of that number: 1 to 7, 32 to 39, 64 to 71, ...
    static long orderKey(long row) {
        long number = row + 1;
        return (number >> 3) << 5 | (number & 7);
    }

    /// Two of every three customer numbers: 1, 2, 4, 5, 7, 8, ...
    private Numbers customers() {
        Numbers buyers = Numbers.below(Math.max(1, rows / 10 * 2 / 3), zipf, Draws.of(seed, "o_custkey"));
        return row -> {
            long buyer = buyers.at(row);
            return buyer / 2 * 3 + buyer % 2 + 1;
        };
    }

    private Numbers dates() {
        long first = FIRST_DATE.toEpochDay();
        Numbers days = Numbers.below(LAST_DATE.toEpochDay() - first + 1, 0, Draws.of(seed, "o_orderdate"));
        return row -> first + days.at(row);
    }
}
