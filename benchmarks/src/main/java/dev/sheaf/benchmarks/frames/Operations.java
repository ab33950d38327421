package dev.sheaf.benchmarks.frames;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/// Random operations: each kind as often as the others, as far as their number goes.
record Operations(long seed) {
    private static final List<List<String>> SORT_KEYS =
            List.of(List.of("a"), List.of("b", "a"), List.of("k"), List.of("b", "k"));
    private static final List<List<String>> GROUP_KEYS =
            List.of(List.of("g"), List.of("b"), List.of("k"), List.of("g", "b"));
    private static final int KINDS = 7;

    List<Operation> draw(int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Operation> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(one(i % KINDS, random));
        }
        Collections.shuffle(drawn, new Random(seed));
        return drawn;
    }

    private static Operation one(int kind, SplittableRandom random) {
        return switch (kind) {
            case 0 ->
                random.nextBoolean()
                        ? new Operation.Filter("a", random.nextInt(1, 100))
                        : new Operation.Filter("b", random.nextInt(1, FrameRows.SMALL));
            case 1 -> new Operation.Sort(SORT_KEYS.get(random.nextInt(SORT_KEYS.size())));
            case 2 -> new Operation.Group(GROUP_KEYS.get(random.nextInt(GROUP_KEYS.size())));
            case 3 -> new Operation.Join();
            case 4 -> new Operation.Rolling(random.nextInt(2, 50));
            case 5 -> random.nextBoolean() ? new Operation.Upper() : new Operation.Lengths();
            default -> new Operation.Assign(random.nextInt(2, 10));
        };
    }
}
