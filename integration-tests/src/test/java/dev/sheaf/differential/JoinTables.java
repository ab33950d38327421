package dev.sheaf.differential;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Small random tables with columns of the same names, in which values meet, repeat and are null.
final class JoinTables {
    static final List<String> NAMES = List.of("p", "q", "s");

    private static final Schema SCHEMA = Schema.of(
            new Field("id", DataType.INT32),
            new Field("a", DataType.INT32),
            new Field("b", DataType.INT64),
            new Field("k", DataType.STRING));

    private JoinTables() {}

    static Map<String, Sample> random(SplittableRandom random) {
        Map<String, Sample> tables = new LinkedHashMap<>();
        NAMES.forEach(name -> tables.put(name, table(random)));
        return tables;
    }

    private static Sample table(SplittableRandom random) {
        int rows = random.nextInt(8) == 0 ? 0 : random.nextInt(1, 13);
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int column = 0; column < SCHEMA.size(); column++) {
            columns.add(new ArrayList<>());
        }
        int nulls = random.nextInt(3) == 0 ? 1000 : 6;
        for (int row = 0; row < rows; row++) {
            columns.get(0).add(row);
            columns.get(1).add(random.nextInt(nulls) == 0 ? null : random.nextInt(5));
            columns.get(2).add(random.nextInt(nulls) == 0 ? null : (long) random.nextInt(4));
            columns.get(3)
                    .add(
                            random.nextInt(nulls) == 0
                                    ? null
                                    : List.of("x", "y", "z", "").get(random.nextInt(4)));
        }
        List<Boolean> dictionaries = List.of(false, false, random.nextBoolean(), random.nextBoolean());
        return new Sample(SCHEMA, columns, dictionaries, random.nextInt(3));
    }
}
