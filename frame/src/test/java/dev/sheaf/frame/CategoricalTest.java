package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CategoricalTest {
    private static final List<String> SIZES = List.of("small", "medium", "large");

    private static Series sizes() {
        return Series.of("size", new String[] {"large", "small", null, "medium", "small"})
                .asCategory(SIZES, true);
    }

    private static DataFrame shirts() {
        DataFrame shirts = DataFrame.of("units", new int[] {1, 2, 4, 8, 16});
        shirts.put("size", sizes());
        return shirts;
    }

    @Test
    void valuesBecomeCategories() {
        Series letters = Series.of("x", new String[] {"c", "a", null, "c"}).asCategory();
        assertThat(letters.cat().categories()).containsExactly("a", "c");
        assertThat(letters.cat().ordered()).isFalse();
        assertThat(letters.toList()).containsExactly("c", "a", null, "c");
        assertThat(letters.cat().codes().toList()).containsExactly(1, 0, null, 1);
        assertThat(letters.strings()).containsExactly("c", "a", null, "c");
        assertThat(letters.cat().values().type()).isEqualTo(DataType.STRING);
        assertThat(letters.str().upper().toList()).containsExactly("C", "A", null, "C");
        assertThat(letters.toString()).contains("category[a, c]").contains("NULL");

        Series numbers = Series.of("x", new long[] {30, 10, 30}).asCategory();
        assertThat(numbers.cat().categories()).containsExactly(10L, 30L);
        assertThat(numbers.cat().codes().toList()).containsExactly(1, 0, 1);
        assertThat(numbers.cat().values().sum()).isEqualTo(70L);

        assertThat(sizes().asCategory(List.of("small", "huge"), false).toList())
                .containsExactly(null, "small", null, null, "small");
        assertThatThrownBy(() -> letters.list()).hasMessageContaining("is category[a, c]");
        assertThatThrownBy(() -> Series.of("x", new int[] {1}).cat()).hasMessageContaining("cat() is about categories");
    }

    @Test
    void categoriesAreChanged() {
        Series letters = Series.of("x", new String[] {"b", "a", "b"}).asCategory();
        assertThat(letters.cat().rename("x", "y").toList()).containsExactly("y", "x", "y");
        assertThat(letters.cat().rename(name -> name + "!").toList()).containsExactly("b!", "a!", "b!");
        assertThat(letters.cat().add("z").cat().categories()).containsExactly("a", "b", "z");
        assertThat(letters.cat().add("z").cat().removeUnused().type()).isEqualTo(letters.type());
        assertThat(letters.cat().remove("a").toList()).containsExactly("b", null, "b");
        assertThat(letters.cat().reorder("b", "a").cat().codes().toList()).containsExactly(0, 1, 0);
        assertThat(letters.cat().set("q", "b").cat().codes().toList()).containsExactly(1, null, 1);
        assertThat(letters.cat().set().toList()).containsOnlyNulls();
        assertThat(letters.cat().asOrdered().max()).isEqualTo("b");
        assertThat(letters.cat().asOrdered().cat().asUnordered().type()).isEqualTo(letters.type());

        assertThatThrownBy(() -> letters.cat().rename("x")).hasMessage("1 names for 2 categories");
        assertThatThrownBy(() -> letters.cat().add("a")).hasMessage("category a comes twice");
        assertThatThrownBy(() -> letters.cat().remove("q")).hasMessage("q is none of category[a, b]");
        assertThatThrownBy(() -> letters.cat().reorder("a", "q")).hasMessageContaining("are not the categories");
    }

    @Test
    void sortsAndGroupsHaveTheOrderOfCategories() {
        assertThat(sizes().sortValues().toList()).containsExactly("small", "small", "medium", "large", null);
        assertThat(sizes().sortValuesFalling().toList()).containsExactly("large", "medium", "small", "small", null);

        DataFrame sums = shirts().groupBy("size").agg(sum("units").as("units"));
        assertThat(IntStream.range(0, 3)
                        .mapToObj(row -> sums.index().label(row))
                        .toList())
                .isEqualTo(SIZES);
        assertThat(sums.get("units").toList()).containsExactly(18L, 8L, 1L);
        assertThat(sums.loc("medium").get("units").toList()).containsExactly(8L);
        assertThat(sums.locBetween("medium", "large").get("units").toList()).containsExactly(8L, 1L);
        assertThat(sums.index().types()).containsExactly(sizes().type());
        assertThat(sizes().valueCounts().sortIndex().toList()).containsExactly(2L, 1L, 1L);
        assertThat(shirts().groupBy("units")
                        .agg(max("size").as("size"))
                        .get("size")
                        .toList())
                .containsExactly("large", "small", null, "medium", "small");
    }

    @Test
    void comparisonsNeedAnOrder() {
        assertThat(sizes().lt("large").toList()).containsExactly(false, true, null, true, true);
        assertThat(sizes().eq("small").toList()).containsExactly(false, true, null, false, true);
        assertThat(sizes().eq(sizes().cat().asUnordered()).toList()).containsExactly(true, true, null, true, true);
        assertThat(sizes().min()).isEqualTo("small");
        assertThat(sizes().isIn("small", "large").toList()).containsExactly(true, true, null, false, true);
        Series unordered = sizes().cat().asUnordered();
        assertThatThrownBy(() -> unordered.lt("large")).hasMessageContaining("has none");
        assertThatThrownBy(unordered::max).hasMessageContaining("these categories have none");
        assertThatThrownBy(() -> sizes().eq("huge")).hasMessageContaining("cannot read 'huge'");
    }

    @Test
    void categoriesMeetInTheirValues() {
        DataFrame other = DataFrame.of("size", new String[] {"huge", "small"}, "price", new int[] {5, 3});
        assertThat(DataFrame.concat(shirts(), shirts()).get("size").type()).isEqualTo(sizes().type());
        DataFrame mixed = DataFrame.concat(shirts().select("size"), other.select("size"));
        assertThat(mixed.get("size").type()).isEqualTo(DataType.STRING);
        assertThat(mixed.get("size").toList())
                .containsExactly("large", "small", null, "medium", "small", "huge", "small");

        assertThat(shirts().merge(other, "size").get("price").toList()).containsExactly(3, 3);
        DataFrame prices = DataFrame.of("price", new int[] {7, 9});
        prices.put("size", Series.of("size", new String[] {"large", "small"}).asCategory(SIZES, true));
        DataFrame merged = shirts().merge(prices, JoinKind.LEFT, "size");
        assertThat(merged.get("size").type()).isEqualTo(sizes().type());
        assertThat(merged.get("price").toList()).containsExactly(7, 9, null, null, 9);
    }

    @Test
    void writesTakeCategoriesAlone() {
        Series sizes = sizes();
        Series copy = sizes.copy();
        sizes.set(2, "large");
        assertThat(sizes.toList()).containsExactly("large", "small", "large", "medium", "small");
        assertThat(copy.get(2)).isNull();
        assertThatThrownBy(() -> sizes.set(0, "huge")).hasMessageContaining("huge is none of");
        assertThat(sizes().fillNull("medium").get(2)).isEqualTo("medium");
        assertThatThrownBy(() -> sizes().fillNull("huge")).hasMessageContaining("takes huge");
        assertThat(sizes().ffill().toList()).containsExactly("large", "small", "small", "medium", "small");
        assertThat(sizes().shift(1).type()).isEqualTo(sizes.type());
        assertThat(shirts().dropNull().sortValues("size").get("units").toList()).containsExactly(2, 16, 8, 1);
        assertThat(shirts().filter(col("size").ge("medium")).get("units").toList())
                .containsExactly(1, 8);
        DataFrame wide = shirts().assign(col("units").as("k")).pivotTable("k", "size", "units", v -> sum(v));
        assertThat(wide.schema().names()).containsExactly("small", "medium", "large");
        assertThat(shirts().groupBy("size")
                        .agg(count().as("n"))
                        .resetIndex()
                        .get("size")
                        .type())
                .isEqualTo(sizes.type());
    }

    @Test
    void cutsAreOrdered() {
        Series ages = Series.of("age", new int[] {40, 3, 17, 9, 100});
        Series bands = ages.cut(0, 5, 10, 20, 60);
        assertThat(bands.cat().categories())
                .containsExactly("(0.0, 5.0]", "(5.0, 10.0]", "(10.0, 20.0]", "(20.0, 60.0]");
        assertThat(bands.sortValues().toList())
                .containsExactly("(0.0, 5.0]", "(5.0, 10.0]", "(10.0, 20.0]", "(20.0, 60.0]", null);
        assertThat(bands.le("(5.0, 10.0]").toList()).containsExactly(false, true, false, true, null);
    }

    @Test
    void filesHaveTheValues() {
        MemorySinks.Format format = new MemorySinks.Format();
        shirts().lazy().sink(format, Path.of("shirts"), QueryContext.create());
        assertThat(format.schemas().getFirst().type("size")).isEqualTo(DataType.STRING);
        assertThat(format.events()).containsExactly("create shirts", "write 5", "commit", "close");
    }

    /// Frames of random categories beside the places of their values, which any operation has to treat alike.
    @Test
    void categoriesBehaveAsTheirPlaces() {
        SplittableRandom random = new SplittableRandom(1911);
        for (int round = 0; round < 30; round++) {
            int rows = random.nextInt(1, 300);
            List<Integer> categories = IntStream.range(0, random.nextInt(1, 40))
                    .mapToObj(i -> 1000 - 7 * i * (i % 2 == 0 ? 1 : -1))
                    .toList();
            int size = categories.size();
            Integer[] places =
                    random.ints(rows, -1, size).mapToObj(i -> i < 0 ? null : i).toArray(Integer[]::new);
            Integer[] values = Arrays.stream(places)
                    .map(i -> i == null ? null : categories.get(i))
                    .toArray(Integer[]::new);
            DataFrame frame = DataFrame.of(
                    "p", places, "x", values, "v", random.ints(rows, 0, 9).toArray());
            frame.put("c", frame.get("x").asCategory(categories, true));

            assertThat(frame.get("c").cat().codes().toList())
                    .as("round %s", round)
                    .isEqualTo(frame.get("p").toList());
            assertThat(frame.get("c").toList()).isEqualTo(frame.get("x").toList());
            assertThat(frame.sortValues("c").get("v").toList())
                    .isEqualTo(frame.sortValues("p").get("v").toList());
            assertThat(sums(frame, "c")).isEqualTo(sums(frame, "p"));
            assertThat(frame.groupBy("v")
                            .agg(max("c").as("m"))
                            .get("m")
                            .cat()
                            .codes()
                            .toList())
                    .isEqualTo(frame.groupBy("v").agg(max("p").as("m")).get("m").toList());
            assertThat(frame.merge(frame, "c").rowCount())
                    .isEqualTo(frame.merge(frame, "p").rowCount());
            assertThat(frame.get("c").rank().toList())
                    .isEqualTo(frame.get("p").rank().toList());
            int bound = random.nextInt(size);
            assertThat(frame.filter(col("c").le(categories.get(bound))).get("v").toList())
                    .isEqualTo(frame.filter(col("p").le(bound)).get("v").toList());
        }
    }

    private static List<Object> sums(DataFrame frame, String key) {
        return frame.groupBy(key).keepNulls().agg(sum("v").as("v")).get("v").toList();
    }
}
