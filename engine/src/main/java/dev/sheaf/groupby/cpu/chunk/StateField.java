package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;

/// A column of states: its name and type, and what its values say.
///
/// @param field name and type of the column
/// @param role what has to happen to the values when the rows of these states are put after others
public record StateField(Field field, Role role) {
    /// What the values of a state column say.
    public enum Role {
        /// Something about values of the rows, which is the same wherever the rows are.
        VALUE,
        /// The ordinals of rows, or lists of them: these move with the rows.
        ORDINAL
    }

    /// A column of values that may be null.
    public static StateField value(String name, DataType type) {
        return value(name, type, true);
    }

    /// A column of values.
    public static StateField value(String name, DataType type, boolean nullable) {
        return new StateField(new Field(name, type, nullable), Role.VALUE);
    }

    /// A column of ordinals that may be null.
    public static StateField ordinal(String name) {
        return ordinal(name, true);
    }

    /// A column of ordinals.
    public static StateField ordinal(String name, boolean nullable) {
        return new StateField(new Field(name, DataType.INT64, nullable), Role.ORDINAL);
    }

    /// A column of lists of ordinals.
    public static StateField ordinals(String name) {
        return new StateField(new Field(name, new DataType.ListType(DataType.INT64)), Role.ORDINAL);
    }

    public String name() {
        return field.name();
    }

    public DataType type() {
        return field.type();
    }
}
