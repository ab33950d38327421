package dev.sheaf.benchmarks.windows;

import dev.sheaf.benchmarks.data.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/// Random queries of one or two windows: none to three keys to partition by, none to two to order by, one to five
/// calls.
final class WindowShapes {
    private final SplittableRandom random;

    WindowShapes(long seed) {
        this.random = new SplittableRandom(seed);
    }

    List<Question> draw(int count) {
        List<Question> questions = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            questions.add(new Question("w" + i, query(), 1));
        }
        return questions;
    }

    private String query() {
        List<String> items = new ArrayList<>(List.of("id"));
        int windows = random.nextInt(4) == 0 ? 2 : 1;
        for (int window = 0; window < windows; window++) {
            add(items, Math.max(1, random.nextInt(1, 6) / windows));
        }
        return "SELECT " + String.join(", ", items) + " FROM t";
    }

    /// Calls over one window; without an order, the whole partition is the frame of each.
    private void add(List<String> items, int calls) {
        List<String> partition = some(WindowTable.PARTITIONS, random.nextInt(4));
        List<String> order = some(WindowTable.ORDERS, Math.max(1, random.nextInt(3)));
        boolean isTotal = random.nextBoolean();
        List<String> steps = isTotal || order.size() > 1 ? List.of() : steps(order.getFirst());
        List<String> keys = new ArrayList<>(order.stream()
                .map(key -> key + (random.nextInt(3) == 0 ? " DESC" : ""))
                .toList());
        if (isTotal) {
            keys.add("id");
        }
        String by = partition.isEmpty() ? "" : "PARTITION BY " + String.join(", ", partition) + " ";
        WindowCalls drawn = new WindowCalls(random, isTotal, steps);
        for (int call = 0; call < calls; call++) {
            WindowCalls.Call one = drawn.draw();
            String window = one.frame().equals(" WHOLE")
                    ? by.strip()
                    : by + "ORDER BY " + String.join(", ", keys) + one.frame();
            items.add(one.function() + " OVER (" + window + ") AS c" + items.size());
        }
    }

    private List<String> some(List<String> all, int count) {
        List<String> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, Random.from(random));
        return shuffled.subList(0, count);
    }

    private static List<String> steps(String key) {
        return switch (key) {
            case "o1" -> List.of("0", "1", "10");
            case "o2" -> List.of("INTERVAL 1 HOUR", "INTERVAL 7 DAY");
            case "o3" -> List.of("INTERVAL 1 DAY", "INTERVAL 30 DAY");
            case "o4" -> List.of("0.5", "100.0");
            default -> List.of();
        };
    }
}
