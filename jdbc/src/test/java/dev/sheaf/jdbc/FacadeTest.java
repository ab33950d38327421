package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FacadeTest {
    private static final Map<Class<?>, Class<?>> ANSWERED = Map.of(
            SheafConnection.class, Connection.class,
            SheafStatement.class, Statement.class,
            SheafPreparedStatement.class, PreparedStatement.class,
            SheafResultSet.class, ResultSet.class,
            ResultColumns.class, ResultSetMetaData.class,
            ParameterColumns.class, ParameterMetaData.class,
            DatabaseFacts.class, DatabaseMetaData.class);

    /// A method with other parameters would never be called.
    @Test
    void everyPublicMethodIsOneOfItsInterface() {
        ANSWERED.forEach((type, face) -> {
            List<String> strangers = Arrays.stream(type.getMethods())
                    .filter(method -> method.getDeclaringClass() != Object.class)
                    .filter(method -> !Modifier.isStatic(method.getModifiers()))
                    .filter(method -> !method.getName().equals("unwrapped")
                            && !method.getName().equals("toString"))
                    .filter(method -> find(face, method).isEmpty())
                    .map(Method::toString)
                    .toList();
            assertThat(strangers).as(face.getName()).isEmpty();
        });
    }

    /// The types fit and no checked exception is thrown that the interface does not name.
    @Test
    void resultsAreThoseOfTheInterface() {
        ANSWERED.forEach((type, face) -> Arrays.stream(type.getMethods())
                .forEach(method -> find(face, method).ifPresent(asked -> {
                    assertThat(asked.getReturnType()).as(asked.toString()).isAssignableFrom(method.getReturnType());
                    for (Class<?> thrown : method.getExceptionTypes()) {
                        assertThat(asked.getExceptionTypes())
                                .as(asked.toString())
                                .anyMatch(allowed -> allowed.isAssignableFrom(thrown));
                    }
                })));
    }

    private static Optional<Method> find(Class<?> face, Method method) {
        try {
            return Optional.of(face.getMethod(method.getName(), method.getParameterTypes()));
        } catch (NoSuchMethodException none) {
            return Optional.empty();
        }
    }

    @Test
    void objectsAreThemselves() throws Exception {
        try (Connection connection = Connected.found("jdbc:sheaf:");
                Connection other = Connected.found("jdbc:sheaf:")) {
            assertThat(connection.equals(connection)).isTrue();
            assertThat(connection.equals(other)).isFalse();
            assertThat(connection.hashCode()).isEqualTo(connection.hashCode());
            assertThat(connection).hasToString("jdbc:sheaf:");
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            assertThatThrownBy(() -> connection.unwrap(String.class))
                    .hasMessage("this is no wrapper for java.lang.String");
            assertThatThrownBy(() -> connection.prepareCall("x"))
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessage("Connection.prepareCall is not supported");
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.enquoteLiteral("it's")).isEqualTo("'it''s'");
            }
        }
    }
}
