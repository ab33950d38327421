package dev.sheaf.testing;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Random schemas and contents, with a bent for what breaks code: sizes around powers of two, nulls in the
/// first and last rows, one group and all distinct, extremes, dictionaries, slices that start inside a byte.
public final class RandomTables {
    /// Text twice, as in life.
    private static final List<DataType> SCALARS = Stream.concat(
                    DataTypes.scalars().stream(), Stream.of(DataType.STRING))
            .toList();

    private static final int[] SIZES = {0, 1, 2, 7, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 300};
    private static final int[] EXTREME_RARITIES = {3, 10, 50, RandomValues.TAME, RandomValues.TAME};

    private final SplittableRandom random;

    /// A generator that draws from `random`.
    public RandomTables(SplittableRandom random) {
        this.random = random;
    }

    /// Any type, lists, structs, intervals and nulls among them.
    public DataType anyType() {
        return switch (random.nextInt(10)) {
            case 0 -> new DataType.ListType(scalarType());
            case 1 -> new DataType.StructType(List.of(new Field("x", scalarType()), new Field("y", scalarType())));
            case 2 -> DataType.INTERVAL;
            case 3 -> DataType.NULL;
            default -> scalarType();
        };
    }

    /// A type without parts.
    public DataType scalarType() {
        return SCALARS.get(random.nextInt(SCALARS.size()));
    }

    /// A number of rows, mostly next to a power of two, at times of several `morselRows`.
    public int size(int morselRows) {
        return switch (random.nextInt(8)) {
            case 0 -> morselRows + random.nextInt(-1, 2);
            case 1 -> 3 * morselRows + random.nextInt(-1, 2);
            default -> SIZES[random.nextInt(SIZES.length)];
        };
    }

    /// Contents of `rows` rows, laid out at random.
    public Sample sample(Schema schema, int rows) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        List<Boolean> dictionaries = new ArrayList<>();
        for (Field field : schema.fields()) {
            columns.add(column(field, rows));
            dictionaries.add(isEncodable(field.type()) && random.nextInt(4) == 0);
        }
        int rowsBefore = random.nextBoolean() ? 0 : random.nextInt(1, 70);
        return new Sample(schema, columns, dictionaries, rowsBefore);
    }

    private static boolean isEncodable(DataType type) {
        return !(type instanceof DataType.NullType
                || type instanceof DataType.ListType
                || type instanceof DataType.StructType);
    }

    /// The values of a column: how many differ, how often and where they are null, how extreme, is drawn once a
    /// column, or anew after some of its rows: what is learnt from the first rows need not hold for others.
    public List<@Nullable Object> column(Field field, int rows) {
        int stretches = random.nextInt(3) == 0 ? random.nextInt(2, 5) : 1;
        List<@Nullable Object> column = new ArrayList<>();
        for (int stretch = stretches; stretch > 0; stretch--) {
            int left = rows - column.size();
            column.addAll(stretch(field, stretch == 1 ? left : random.nextInt(left + 1)));
        }
        return column;
    }

    private List<@Nullable Object> stretch(Field field, int rows) {
        int rarity = EXTREME_RARITIES[random.nextInt(EXTREME_RARITIES.length)];
        RandomValues values = new RandomValues(random, rarity, random.nextInt(3) == 0);
        List<@Nullable Object> entries = new ArrayList<>();
        for (int count = cardinality(rows); count > 0; count--) {
            entries.add(values.next(field.type()));
        }
        boolean zipf = random.nextBoolean();
        NullPattern nulls = field.nullable() ? NullPattern.any(random) : NullPattern.NONE;
        List<@Nullable Object> column = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int entry = zipf ? zipf(entries.size()) : random.nextInt(entries.size());
            column.add(nulls.isNull(row, rows, random) ? null : entries.get(entry));
        }
        return column;
    }

    /// One, a few, many or as many entries as rows.
    private int cardinality(int rows) {
        return switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> random.nextInt(2, 6);
            case 2 -> Math.max(1, rows / 4);
            default -> Math.max(1, 2 * rows);
        };
    }

    /// An index below `size` of which 0 is by far the most frequent.
    private int zipf(int size) {
        double u = random.nextDouble();
        return Math.min(size - 1, (int) Math.pow(size + 1.0, u * u) - 1);
    }

    /// Where a column is null.
    private enum NullPattern {
        NONE,
        ALL,
        FIRST,
        LAST,
        SOME,
        MOST;

        static NullPattern any(SplittableRandom random) {
            return random.nextInt(3) == 0 ? NONE : values()[random.nextInt(values().length)];
        }

        boolean isNull(int row, int rows, SplittableRandom random) {
            return switch (this) {
                case NONE -> false;
                case ALL -> true;
                case FIRST -> row == 0;
                case LAST -> row == rows - 1;
                case SOME -> random.nextInt(8) == 0;
                case MOST -> random.nextInt(8) != 0;
            };
        }
    }
}
