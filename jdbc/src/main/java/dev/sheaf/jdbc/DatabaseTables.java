package dev.sheaf.jdbc;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.sql.SqlSession;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What there is: tables, views and their columns. There are neither catalogues nor schemas.
final class DatabaseTables {
    private final SqlSession session;
    private final Facade facade;

    DatabaseTables(SqlSession session, Facade facade) {
        this.session = session;
        this.facade = facade;
    }

    /// Names in which `%` stands for any text and `_` for any character, unless `\` is in front.
    private static Pattern like(@Nullable String pattern) {
        if (pattern == null) {
            return Pattern.compile(".*", Pattern.DOTALL);
        }
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                regex.append(Pattern.quote(pattern.substring(i + 1, i + 2)));
                i++;
            } else {
                regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    }

    /// Whether what has no catalogue and no schema is asked for.
    static boolean isAsked(@Nullable String catalogue, @Nullable String schema) {
        return (catalogue == null || catalogue.isEmpty()) && (schema == null || schema.isEmpty() || schema.equals("%"));
    }

    ResultSet tables(
            @Nullable String catalogue, @Nullable String schema, @Nullable String table, String @Nullable [] types) {
        MetaTable result = new MetaTable(
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "TABLE_TYPE",
                "REMARKS",
                "TYPE_CAT",
                "TYPE_SCHEM",
                "TYPE_NAME",
                "SELF_REFERENCING_COL_NAME",
                "REF_GENERATION");
        Set<String> views = new HashSet<>(session.views());
        for (String type : List.of("TABLE", "VIEW")) {
            if (isAsked(catalogue, schema) && (types == null || List.of(types).contains(type))) {
                session.tables().stream()
                        .filter(name -> views.contains(name) == type.equals("VIEW"))
                        .filter(name -> like(table).matcher(name).matches())
                        .forEach(name -> result.row(null, null, name, type, "", null, null, null, null, null));
            }
        }
        return result.show(facade);
    }

    /// A table that cannot be read, such as a damaged file, is left out.
    ResultSet columns(
            @Nullable String catalogue, @Nullable String schema, @Nullable String table, @Nullable String column) {
        MetaTable result = new MetaTable(
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "COLUMN_NAME",
                "DATA_TYPE:int",
                "TYPE_NAME",
                "COLUMN_SIZE:int",
                "BUFFER_LENGTH:int",
                "DECIMAL_DIGITS:int",
                "NUM_PREC_RADIX:int",
                "NULLABLE:int",
                "REMARKS",
                "COLUMN_DEF",
                "SQL_DATA_TYPE:int",
                "SQL_DATETIME_SUB:int",
                "CHAR_OCTET_LENGTH:int",
                "ORDINAL_POSITION:int",
                "IS_NULLABLE",
                "SCOPE_CATALOG",
                "SCOPE_SCHEMA",
                "SCOPE_TABLE",
                "SOURCE_DATA_TYPE:short",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN");
        Pattern tables = like(table);
        Pattern columns = like(column);
        for (String name : isAsked(catalogue, schema) ? session.tables() : List.<String>of()) {
            if (tables.matcher(name).matches()) {
                schema(name).ifPresent(fields -> addColumns(result, name, fields, columns));
            }
        }
        return result.show(facade);
    }

    private Optional<Schema> schema(String table) {
        try {
            return Optional.of(
                    session.plan("FROM \"" + table.replace("\"", "\"\"") + "\"").schema());
        } catch (RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private static void addColumns(MetaTable result, String table, Schema fields, Pattern columns) {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.field(i);
            if (columns.matcher(field.name()).matches()) {
                add(result, table, field, i + 1);
            }
        }
    }

    private static void add(MetaTable result, String table, Field field, int position) {
        ColumnTypes type = ColumnTypes.of(field.type());
        result.row(
                null,
                null,
                table,
                field.name(),
                type.sqlType(),
                type.name(),
                type.precision(),
                null,
                type.isNumber() ? type.scale() : null,
                type.isNumber() ? 10 : null,
                field.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
                "",
                null,
                null,
                null,
                null,
                position,
                field.nullable() ? "YES" : "NO",
                null,
                null,
                null,
                null,
                "NO",
                "NO");
    }
}
