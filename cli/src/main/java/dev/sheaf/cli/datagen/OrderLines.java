package dev.sheaf.cli.datagen;

import java.time.LocalDate;

/// The lines of each order. The order's price and status follow from them. A line is one draw of 64 bits, cut
/// into quantity, discount, tax and part; the days until it ships are a draw of their own.
///
/// @see <a href="https://www.tpc.org/TPC_Documents_Current_Versions/pdf/TPC-H_v3.0.1.pdf">TPC Benchmark H,
///     4.2.3</a>
record OrderLines(Draws draws) {
    static final Texts STATUSES = Texts.listed("F", "O", "P");

    private static final long CURRENT_DATE = LocalDate.of(1995, 6, 17).toEpochDay();
    private static final int MAX_DAYS_TO_SHIP = 121;
    private static final int MAX_LINES = 7;
    private static final int FULFILLED = 0;
    private static final int OPEN = 1;
    private static final int PARTIAL = 2;

    /// The sum of the lines' prices, in whole cents each as TPC-H rounds them.
    double price(long row) {
        long order = draws.bits(row);
        int lines = lines(order);
        long cents = 0;
        for (int line = 0; line < lines; line++) {
            cents += cents(Draws.next(order, line));
        }
        return cents / 100.0;
    }

    private static long cents(long line) {
        long quantity = 1 + scale(line, 16, 50);
        long discountPercent = scale(line >>> 16, 12, 11);
        long taxPercent = scale(line >>> 28, 12, 9);
        long part = 1 + scale(line >>> 40, 24, 200_000);
        long retailCents = 90_000 + part / 10 % 20_001 + 100 * (part % 1_000);
        return quantity * retailCents * (100 - discountPercent) / 100 * (100 + taxPercent) / 100;
    }

    /// The number in [#STATUSES]. Only orders of the four months before the current date need a look at their
    /// lines.
    int status(long row, long orderDate) {
        if (orderDate >= CURRENT_DATE) {
            return OPEN;
        }
        if (orderDate + MAX_DAYS_TO_SHIP <= CURRENT_DATE) {
            return FULFILLED;
        }
        long order = draws.bits(row);
        int lines = lines(order);
        int shipped = 0;
        for (int line = 0; line < lines; line++) {
            long days = 1 + scale(Draws.next(order, MAX_LINES + line), 32, MAX_DAYS_TO_SHIP);
            shipped += orderDate + days <= CURRENT_DATE ? 1 : 0;
        }
        return shipped == lines ? FULFILLED : shipped == 0 ? OPEN : PARTIAL;
    }

    private static int lines(long order) {
        return 1 + (int) scale(Draws.next(order, 2 * MAX_LINES), 32, MAX_LINES);
    }

    /// The lowest `bits` bits as a number in `[0, bound)`.
    private static long scale(long random, int bits, long bound) {
        return ((random & ((1L << bits) - 1)) * bound) >>> bits;
    }
}
