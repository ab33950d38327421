package dev.sheaf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DataTypesTest {
    @Test
    void everyKindOfTypeIsAmongAll() {
        Set<Class<?>> kinds = DataTypes.all().stream().map(DataType::getClass).collect(Collectors.toSet());
        assertThat(kinds).containsExactlyInAnyOrder(DataType.class.getPermittedSubclasses());
    }

    @Test
    void equalValuesAreUnlikeWhereFloatsOrIntervalsAre() {
        assertThat(DataTypes.all().stream().filter(DataType::equalsMayDiffer))
                .containsExactly(DataType.FLOAT32, DataType.FLOAT64, DataType.INTERVAL);
        DataType lists = new DataType.ListType(DataType.INTERVAL);
        assertThat(new DataType.StructType(List.of(new Field("x", lists))).equalsMayDiffer())
                .isTrue();
        assertThat(new DataType.DictionaryType(DataType.FLOAT32).equalsMayDiffer())
                .isTrue();
    }

    @Test
    void decimalsOfEveryScaleAreHeldByTheNarrowest() {
        assertThat(DataType.DecimalType.holding(3, 2)).isEqualTo(DataType.decimal(3, 2));
        assertThat(DataType.DecimalType.holding(3, -2)).isEqualTo(DataType.decimal(5, 0));
        assertThat(DataType.DecimalType.holding(2, 4)).isEqualTo(DataType.decimal(4, 4));
        assertThat(DataType.DecimalType.holding(38, 38)).isEqualTo(DataType.decimal(38, 38));
        for (int[] refused : new int[][] {{38, -1}, {0, 0}, {0, -3}, {1, 39}, {5, Integer.MIN_VALUE}}) {
            assertThatThrownBy(() -> DataType.DecimalType.holding(refused[0], refused[1]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void everyTypeIsReadFromItsName() {
        assertThat(DataTypes.all())
                .allSatisfy(type -> assertThat(TypeNames.parse(type.toString())).isEqualTo(type));
    }
}
