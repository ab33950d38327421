package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.sql.SqlSession;
import java.util.Locale;

/// Calls a function that is written in Java, from a frame and from SQL.
///
/// ```text
/// ALD: Aldgate
/// WAT: Waterloo
/// WAT: 1
/// ```
public final class OwnFunction {
    static void main() {
        ScalarFunction code = ScalarFunction.of(
                "code",
                DataType.STRING,
                DataType.STRING,
                (String name) -> name.substring(0, 3).toUpperCase(Locale.ROOT));
        Table stations = Table.of("name", new String[] {"Waterloo", "Aldgate"});
        try (stations;
                SqlSession sql = new SqlSession().register("stations", stations).register(code);
                Table codes = LazyFrame.of(stations)
                        .select(call(code, col("name")).as("code"), col("name"))
                        .sort("code")
                        .collect();
                Table waterloo = sql.query("SELECT count(*) AS n FROM stations WHERE code(name) = 'WAT'")
                        .collect()) {
            codes.rows().forEach(row -> IO.println(row.get("code") + ": " + row.get("name")));
            waterloo.rows().forEach(row -> IO.println("WAT: " + row.get("n")));
        }
    }
}
