package dev.sheaf.spark.task;

import java.io.Serializable;
import java.util.List;

/// Where groups go: to one of so many partitions, by a hash of the keys with these numbers.
public record Shuffle(List<Integer> keys, int partitions) implements Serializable {
    public Shuffle {
        keys = List.copyOf(keys);
    }
}
