package dev.sheaf.cli.datagen;

import java.time.LocalDate;

/// The numbers of a line by its row: each is drawn for itself, or follows from the order or from other numbers.
///
/// Every seven orders have 1 to 7 lines, in an order of their own, and so 28 rows: which order a row belongs to
/// follows from the row.
record LineItems(long rows, long seed) {
    static final Texts RETURN_FLAGS = Texts.listed("A", "N", "R");
    static final Texts STATUSES = Texts.listed("F", "O");

    private static final int NONE_RETURNED = 1;
    private static final int ORDERS = 7;
    private static final int ROWS = 28;
    private static final int SUPPLIERS_OF_A_PART = 4;
    private static final long CURRENT_DATE = LocalDate.of(1995, 6, 17).toEpochDay();
    private static final long FIRST_DATE = LocalDate.of(1992, 1, 1).toEpochDay();
    private static final long LAST_DATE = LocalDate.of(1998, 8, 2).toEpochDay();

    /// The order of a line, counted from 0.
    long order(long row) {
        return row / ROWS * ORDERS + place(row) / ROWS;
    }

    /// The number of a line in its order, from 1.
    long number(long row) {
        return 1 + place(row) % ROWS;
    }

    /// Order within the seven, times 28, plus line within the order.
    private long place(long row) {
        long first = draw("lines", row / ROWS, ORDERS);
        int left = (int) (row % ROWS);
        int order = 0;
        int lines = linesOf(first, order);
        while (left >= lines) {
            left -= lines;
            lines = linesOf(first, ++order);
        }
        return (long) order * ROWS + left;
    }

    /// 1 to 7, each once in seven orders; multiplying by 3 modulo 7 mixes them.
    private static int linesOf(long first, int order) {
        return 1 + (int) ((first + 3L * order) % ORDERS);
    }

    long part(long row) {
        return 1 + draw("l_partkey", row, parts());
    }

    private long parts() {
        return Math.max(1, rows / 30);
    }

    private long suppliers() {
        return Math.max(1, rows / 600);
    }

    long supplier(long row) {
        long part = part(row);
        long which = draw("l_suppkey", row, SUPPLIERS_OF_A_PART);
        return (part + which * (suppliers() / SUPPLIERS_OF_A_PART + (part - 1) / suppliers())) % suppliers() + 1;
    }

    long quantity(long row) {
        return 1 + draw("l_quantity", row, 50);
    }

    /// Quantity times the retail price of the part.
    long cents(long row) {
        long part = part(row);
        return quantity(row) * (90_000 + part / 10 % 20_001 + 100 * (part % 1_000));
    }

    long discountPercent(long row) {
        return draw("l_discount", row, 11);
    }

    long taxPercent(long row) {
        return draw("l_tax", row, 9);
    }

    private long ordered(long row) {
        return FIRST_DATE + draw("o_orderdate", order(row), LAST_DATE - FIRST_DATE + 1);
    }

    long shipped(long row) {
        return ordered(row) + 1 + draw("l_shipdate", row, 121);
    }

    long committed(long row) {
        return ordered(row) + 30 + draw("l_commitdate", row, 61);
    }

    long received(long row) {
        return shipped(row) + 1 + draw("l_receiptdate", row, 30);
    }

    /// The number in [#RETURN_FLAGS].
    long returnFlag(long row) {
        return received(row) > CURRENT_DATE ? NONE_RETURNED : 2 * draw("l_returnflag", row, 2);
    }

    /// The number in [#STATUSES].
    long status(long row) {
        return shipped(row) > CURRENT_DATE ? 1 : 0;
    }

    private long draw(String stream, long row, long bound) {
        return Draws.of(seed, stream).below(row, bound);
    }
}
