package dev.sheaf.benchmarks.joins;

import dev.sheaf.benchmarks.data.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// Random joins of one to three keys of random types. One of the keys has as many values as `dims` has rows, so
/// that no join explodes.
final class JoinShapes {
    private static final List<String> DISTINCT = List.of("a", "b", "s", "p");
    private static final List<String> OTHERS = List.of("a", "b", "s", "p", "d", "g");

    private final SplittableRandom random;

    JoinShapes(long seed) {
        this.random = new SplittableRandom(seed);
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    List<Question> draw(int count) {
        List<Question> questions = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            questions.add(question("j" + i));
        }
        return questions;
    }

    private Question question(String name) {
        return switch (one(List.of("INNER", "INNER", "INNER", "LEFT", "SEMI", "ANTI"))) {
            case "INNER" -> both(name, "JOIN");
            case "LEFT" -> both(name, "LEFT JOIN");
            case String kind -> left(name, kind + " JOIN");
        };
    }

    /// A join whose result reads both sides.
    private Question both(String name, String join) {
        String from = " FROM facts f " + join + " dims t ON " + condition();
        return switch (random.nextInt(4)) {
            case 0 -> new Question(name, "SELECT count(*) AS n, sum(f.v) AS v, sum(t.x) AS x" + from, 0);
            case 1 -> new Question(name, "SELECT t.c, count(*) AS n, sum(f.v * t.x) AS v" + from + " GROUP BY t.c", 1);
            case 2 ->
                new Question(
                        name,
                        "SELECT f.w, max(t.y) AS y, avg(t.x) AS x" + from + " WHERE t.y < " + (10 + random.nextInt(90))
                                + " GROUP BY f.w",
                        1);
            default ->
                new Question(name, "SELECT f.id, f.v, t.c, t.x" + from + " ORDER BY f.v DESC, f.id LIMIT 1000", 1);
        };
    }

    /// A join that gives rows of the left side alone.
    private Question left(String name, String join) {
        String filter = random.nextBoolean() ? " AND t.y < " + (10 + random.nextInt(90)) : "";
        String from = " FROM facts f " + join + " dims t ON " + condition() + filter;
        return random.nextBoolean()
                ? new Question(name, "SELECT count(*) AS n, sum(f.v) AS v" + from, 0)
                : new Question(name, "SELECT f.g, count(*) AS n, sum(f.v) AS v" + from + " GROUP BY f.g", 1);
    }

    private String condition() {
        List<String> keys = new ArrayList<>(List.of(one(DISTINCT)));
        for (int more = random.nextInt(3); more > 0; more--) {
            String key = one(OTHERS);
            if (!keys.contains(key)) {
                keys.add(key);
            }
        }
        return keys.stream().map(key -> "f." + key + " = t." + key).collect(Collectors.joining(" AND "));
    }
}
