package user;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.Table;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.sql.SqlSession;

/** Writes a frame, reads it again, and finds rows by a condition and by a query. */
public class Program {
    public static void main(String[] arguments) {
        String file = arguments[0] + ".csv";
        DataFrame.of("k", new String[] {"a", "b", "a"}, "v", new int[] {1, 2, 3}).write(file);
        DataFrame sums = DataFrame.read(file)
                .query("v > 0")
                .groupBy("k")
                .keepColumns()
                .agg(sum("v").as("total"), count().as("n"));
        for (int i = 0; i < 2; i++) {
            System.out.println(
                    sums.get("k").toList().get(i) + " " + sums.get("total").toList().get(i));
        }
        SqlSession sql = new SqlSession();
        try (Table top = sql.query("SELECT max(v) || '!' AS m FROM '" + file + "' WHERE k = 'a'").collect()) {
            System.out.println(top.values("m").getFirst());
        }
    }
}
