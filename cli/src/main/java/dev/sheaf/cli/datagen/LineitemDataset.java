package dev.sheaf.cli.datagen;

import dev.sheaf.column.DataType;
import java.util.List;
import java.util.function.LongPredicate;

/// The lines of orders, as TPC-H's table `lineitem` has them.
///
/// | column | type | values |
/// |---|---|---|
/// | l_orderkey | int64 | rising, 8 of every 32 numbers, 1 to 7 lines each |
/// | l_partkey | int64 | uniform, a thirtieth as many parts as rows |
/// | l_suppkey | int64 | one of four suppliers of the part |
/// | l_linenumber | int32 | from 1 on in each order |
/// | l_quantity | decimal(15, 2) | 1 to 50, uniform |
/// | l_extendedprice | decimal(15, 2) | quantity times the part's price |
/// | l_discount, l_tax | decimal(15, 2) | 0.00 to 0.10, 0.00 to 0.08, uniform |
/// | l_returnflag | string | R or A if received by 1995-06-17, else N |
/// | l_linestatus | string | F if shipped by 1995-06-17, else O |
/// | l_shipdate, l_commitdate, l_receiptdate | date | 1 to 121, 30 to 90 days after the order; 1 to 30 after shipping |
/// | l_shipinstruct, l_shipmode | string | four and seven, uniform |
/// | l_comment | string | 10 to 43 letters and spaces |
///
/// Distributions follow TPC-H, the random numbers do not: sums differ from dbgen's. A scale factor of 1 has 6
/// million rows. Texts of few values come as dictionaries if `dictionaries` is set, else plain.
///
/// @see <a href="https://www.tpc.org/TPC_Documents_Current_Versions/pdf/TPC-H_v3.0.1.pdf">TPC Benchmark H,
///     4.2.3</a>
public record LineitemDataset(long rows, long seed, boolean dictionaries) implements GeneratedTable {
    private static final DataType MONEY = DataType.decimal(15, 2);
    private static final LongPredicate NO_NULLS = GeneratedColumn.NO_NULLS;

    /// @throws IllegalArgumentException if `rows` is negative
    public LineitemDataset {
        GeneratedTable.checkRows("lines", rows);
    }

    @Override
    public String title() {
        return "generated lines of orders, seed " + seed;
    }

    @Override
    public List<GeneratedColumn> columns() {
        LineItems lines = new LineItems(rows, seed);
        return List.of(
                GeneratedColumn.longs("l_orderkey", row -> OrdersDataset.orderKey(lines.order(row))),
                GeneratedColumn.longs("l_partkey", lines::part),
                GeneratedColumn.longs("l_suppkey", lines::supplier),
                GeneratedColumn.ints("l_linenumber", DataType.INT32, lines::number, NO_NULLS),
                GeneratedColumn.longs("l_quantity", MONEY, row -> 100 * lines.quantity(row)),
                GeneratedColumn.longs("l_extendedprice", MONEY, lines::cents),
                GeneratedColumn.longs("l_discount", MONEY, lines::discountPercent),
                GeneratedColumn.longs("l_tax", MONEY, lines::taxPercent),
                text("l_returnflag", LineItems.RETURN_FLAGS, lines::returnFlag),
                text("l_linestatus", LineItems.STATUSES, lines::status),
                GeneratedColumn.ints("l_shipdate", DataType.DATE, lines::shipped, NO_NULLS),
                GeneratedColumn.ints("l_commitdate", DataType.DATE, lines::committed, NO_NULLS),
                GeneratedColumn.ints("l_receiptdate", DataType.DATE, lines::received, NO_NULLS),
                uniform("l_shipinstruct", "DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"),
                uniform("l_shipmode", "REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"),
                text("l_comment", Texts.random(10, 43), Draws.of(seed, "l_comment")::bits));
    }

    private GeneratedColumn uniform(String name, String... values) {
        Texts texts = Texts.listed(values);
        return text(name, texts, Numbers.below(texts.count(), 0, Draws.of(seed, name)));
    }

    private GeneratedColumn text(String name, Texts texts, Numbers numbers) {
        return GeneratedColumn.texts(name, texts, numbers, NO_NULLS, dictionaries);
    }
}
