package user;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.sql.SqlSession;

/** Writes a file, and reads it with a frame and by SQL. */
public class Program {
    public static void main(String[] arguments) {
        String file = arguments[0];
        try (Table table = Table.of("k", new String[] {"a", "b", "a"}, "v", new int[] {1, 2, 3})) {
            LazyFrame.of(table).sinkParquet(file);
        }
        try (Table sums = LazyFrame.scanParquet(file)
                .filter(col("v").gt(0))
                .groupBy("k")
                .agg(sum("v").as("total"), count().as("n"))
                .sort("k")
                .collect()) {
            sums.rows().forEach(row -> System.out.println(row.get("k") + " " + row.get("total")));
        }
        SqlSession sql = new SqlSession();
        try (Table top = sql.query("FROM '" + file + "' SELECT max(v) || '!' AS m WHERE k = 'a'").collect()) {
            top.rows().forEach(row -> System.out.println(row.get("m")));
        }
    }
}
