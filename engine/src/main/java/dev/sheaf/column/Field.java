package dev.sheaf.column;

/// A named, typed column of a [Schema]. `nullable` false promises that no row is null.
public record Field(String name, DataType type, boolean nullable) {

    /// A field that may hold nulls.
    public Field(String name, DataType type) {
        this(name, type, true);
    }

    /// The same field under another name.
    public Field named(String newName) {
        return new Field(newName, type, nullable);
    }

    @Override
    public String toString() {
        return name + ": " + type + (nullable ? "" : " not null");
    }
}
