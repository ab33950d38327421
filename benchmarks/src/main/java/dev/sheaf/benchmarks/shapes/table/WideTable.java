package dev.sheaf.benchmarks.shapes.table;

import dev.sheaf.cli.datagen.GeneratedDataset;
import dev.sheaf.query.Dataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// A table with a column of every class, five more of random classes, and an amount and a quantity to add up.
///
/// How many distinct values a column has is drawn log-uniformly between 1 and what its class and the rows allow; 0, 5
/// or 30 % of its rows are null; its distribution is uniform, Zipf's with an exponent from 0.8 to 1.5, sorted or
/// clustered. All of that depends on the seed and the number of the table, and not on the rows: more rows have more
/// values.
public record WideTable(String name, long rows, List<WideColumn> columns) {
    /// How many tables the shapes of a seed share.
    public static final int TABLES = 3;

    private static final int MORE_COLUMNS = 5;
    private static final int[] NULL_PERCENTS = {0, 5, 30};
    private static final double LEAST_EXPONENT = 0.8;
    private static final double MOST_EXPONENT = 1.5;
    private static final long AMOUNTS = 1_000_000;
    private static final long QUANTITIES = 50;

    /// The tables of a seed.
    public static List<WideTable> of(long seed, long rows) {
        List<WideTable> tables = new ArrayList<>();
        for (int number = 0; number < TABLES; number++) {
            tables.add(one(seed, number, rows));
        }
        return List.copyOf(tables);
    }

    private static WideTable one(long seed, int number, long rows) {
        SplittableRandom random = new SplittableRandom(31 * seed + number);
        List<ColumnClass> classes = new ArrayList<>(List.of(ColumnClass.values()));
        for (int i = 0; i < MORE_COLUMNS; i++) {
            classes.add(ColumnClass.values()[random.nextInt(ColumnClass.values().length)]);
        }
        List<WideColumn> columns = new ArrayList<>();
        for (ColumnClass columnClass : classes) {
            columns.add(column(columns.size(), columnClass, rows, random));
        }
        columns.add(measure("amount", ColumnClass.FLOAT, AMOUNTS, random));
        columns.add(measure("quantity", ColumnClass.DENSE, QUANTITIES, random));
        return new WideTable("wide" + number, rows, List.copyOf(columns));
    }

    private static WideColumn column(int place, ColumnClass columnClass, long rows, SplittableRandom random) {
        int width = random.nextInt(columnClass.widths());
        double power = random.nextDouble();
        long values = Math.round(Math.pow(Math.max(1, Math.min(columnClass.most(width), rows)), power));
        return new WideColumn(
                columnClass.name().toLowerCase(Locale.ROOT) + "_" + place,
                columnClass,
                width,
                columnClass == ColumnClass.BOOL ? columnClass.most(width) : values,
                NULL_PERCENTS[random.nextInt(NULL_PERCENTS.length)],
                distribution(random),
                columnClass == ColumnClass.FLOAT && random.nextBoolean(),
                random.nextLong());
    }

    private static Distribution distribution(SplittableRandom random) {
        double exponent = random.nextDouble(LEAST_EXPONENT, MOST_EXPONENT);
        return switch (random.nextInt(4)) {
            case 0 -> new Distribution.Uniform();
            case 1 -> new Distribution.Zipf(exponent);
            case 2 -> new Distribution.Sorted();
            default -> new Distribution.Clustered();
        };
    }

    private static WideColumn measure(String name, ColumnClass columnClass, long values, SplittableRandom random) {
        int nullPercent = NULL_PERCENTS[random.nextInt(NULL_PERCENTS.length)];
        return new WideColumn(
                name, columnClass, 0, values, nullPercent, new Distribution.Uniform(), false, random.nextLong());
    }

    /// The columns of a class; at least one.
    public List<WideColumn> of(ColumnClass columnClass) {
        return columns.stream()
                .filter(column -> column.columnClass() == columnClass)
                .toList();
    }

    /// The rows, generated while they are scanned.
    public Dataset dataset() {
        return new GeneratedDataset(
                "generated table " + name,
                rows,
                columns.stream().map(column -> column.over(rows)).toList());
    }
}
