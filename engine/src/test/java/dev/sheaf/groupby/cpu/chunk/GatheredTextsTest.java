package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class GatheredTextsTest {
    /// Memory beyond the size of a view is copied without one.
    @Test
    void textsComeToTheirPlacesWithViewsAndWithout(MemoryPool pool) {
        RandomCases.run(100, random -> {
            int count = random.nextInt(60);
            List<String> texts = new ArrayList<>();
            List<String> members = new ArrayList<>();
            int[] places = new int[count];
            for (int i = 0; i < count; i++) {
                texts.add(text(random));
                boolean hasGroup = random.nextInt(4) > 0;
                places[i] = hasGroup ? members.size() : -1;
                if (hasGroup) {
                    members.add(texts.getLast());
                }
            }
            turn(places, members.size());
            check(texts, places, members.reversed(), Views.MAX_BYTES, pool);
            check(texts, places, members.reversed(), random.nextInt(200), pool);
        });
    }

    private static String text(SplittableRandom random) {
        return "aé→𝄞".repeat(random.nextInt(10)) + random.nextInt(1000);
    }

    /// The last member comes first, and rows without a group behind all members.
    private static void turn(int[] places, int members) {
        for (int i = 0; i < places.length; i++) {
            places[i] = places[i] < 0 ? members : members - 1 - places[i];
        }
    }

    private static void check(List<String> texts, int[] places, List<String> members, long viewBytes, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, pool);
                GatheredTexts gathered = new GatheredTexts(DataType.STRING, members.size(), viewBytes, pool)) {
            texts.forEach(builder::append);
            try (Column column = builder.build()) {
                do {
                    gathered.write(column, 0, places.length, places);
                } while (gathered.isToBeWrittenAgain());
            }
            try (Column all = gathered.finish(Validity.allValid(members.size()))) {
                for (int i = 0; i < members.size(); i++) {
                    assertThat(all.get(i)).isEqualTo(members.get(i));
                }
            }
        }
    }
}
