import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/// The ten questions of db-benchmark in Spark SQL. A line in, a line out: see ProcessEngine.
public class SparkQuestions {
    static final Map<String, String> QUESTIONS = Map.of(
            "q1", "SELECT id1, sum(v1) FROM x GROUP BY id1",
            "q2", "SELECT id1, id2, sum(v1) FROM x GROUP BY id1, id2",
            "q3", "SELECT id3, sum(v1), avg(v3) FROM x GROUP BY id3",
            "q4", "SELECT id4, avg(v1), avg(v2), avg(v3) FROM x GROUP BY id4",
            "q5", "SELECT id6, sum(v1), sum(v2), sum(v3) FROM x GROUP BY id6",
            "q6", "SELECT id4, id5, percentile(v3, 0.5), stddev(v3) FROM x GROUP BY id4, id5",
            "q7", "SELECT id3, max(v1) - min(v2) FROM x GROUP BY id3",
            "q8", "SELECT id6, v3 FROM (SELECT id6, v3, row_number() OVER (PARTITION BY id6 ORDER BY v3 DESC) AS n"
                    + " FROM x WHERE v3 IS NOT NULL) WHERE n <= 2",
            "q9", "SELECT id2, id4, pow(corr(v1, v2), 2) FROM x GROUP BY id2, id4",
            "q10", "SELECT id1, id2, id3, id4, id5, id6, sum(v3), count(*) FROM x GROUP BY id1, id2, id3, id4, id5, id6");

    public static void main(String[] arguments) throws Exception {
        SparkSession spark = SparkSession.builder()
                .master("local[" + arguments[0] + "]")
                .config("spark.sql.shuffle.partitions", arguments[0])
                .config("spark.ui.enabled", "false")
                .config("spark.log.level", "ERROR")
                .getOrCreate();
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = requests.readLine()) != null) {
            System.out.println(answer(spark, line.split(" ", 2)));
        }
        spark.stop();
    }

    static String answer(SparkSession spark, String[] request) {
        long start = System.nanoTime();
        try {
            switch (request[0]) {
                case "version":
                    return "Spark " + spark.version();
                case "load":
                    spark.read().parquet(request[1]).cache().createOrReplaceTempView("x");
                    spark.sql("SELECT count(*) FROM x").collect();
                    break;
                default:
                    spark.sql(QUESTIONS.get(request[1])).write().format("noop").mode("overwrite").save();
            }
        } catch (Exception failure) {
            return "error: " + String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        }
        return String.valueOf((System.nanoTime() - start) / 1e6);
    }
}
