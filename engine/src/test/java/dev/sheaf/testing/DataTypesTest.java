package dev.sheaf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
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
    void everyTypeIsReadFromItsName() {
        assertThat(DataTypes.all())
                .allSatisfy(type -> assertThat(TypeNames.parse(type.toString())).isEqualTo(type));
    }
}
