package dev.sheaf.groupby.cpu.finish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cpu.chunk.TestSettings;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class JoinedTextsTest {
    /// Memory beyond the size of a view is copied without one.
    @Test
    void textsOfGroupsAreJoinedWithViewsAndWithout(MemoryPool pool) {
        RandomCases.run(100, random -> {
            List<List<String>> groups = Stream.generate(() -> group(random))
                    .limit(random.nextInt(20))
                    .toList();
            String separator = "-→-".substring(random.nextInt(4));
            List<String> expected =
                    groups.stream().map(texts -> String.join(separator, texts)).toList();
            assertThat(joined(groups, separator, Views.MAX_BYTES, pool)).isEqualTo(expected);
            assertThat(joined(groups, separator, 0, pool)).isEqualTo(expected);
        });
    }

    private static List<String> group(SplittableRandom random) {
        return Stream.generate(() -> "ab→".repeat(random.nextInt(8)))
                .limit(random.nextInt(1, 6))
                .toList();
    }

    private static List<Object> joined(List<List<String>> groups, String separator, long viewBytes, MemoryPool pool) {
        Finalizer.Groups counted = new Finalizer.Groups(groups.size(), String::valueOf, TestSettings.tiny(), pool);
        try (ColumnBuilder builder = new ColumnBuilder(new DataType.ListType(DataType.STRING), pool)) {
            groups.forEach(builder::append);
            try (Column lists = builder.build();
                    Column joined = JoinedTexts.by(separator, viewBytes).finish(List.of(lists), counted)) {
                return IntStream.range(0, groups.size()).mapToObj(joined::get).toList();
            }
        }
    }
}
