package dev.sheaf.jdbc;

import java.util.Map;
import java.util.Optional;

/// The columns of those questions of `DatabaseMetaData` whose answer is always empty.
final class EmptyAnswers {
    private static final String ROW_COLUMNS = "SCOPE:short COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int"
            + " BUFFER_LENGTH:int DECIMAL_DIGITS:short PSEUDO_COLUMN:short";
    private static final String PRIVILEGES = "GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE";

    private static final Map<String, String> COLUMNS = Map.ofEntries(
            Map.entry("getCatalogs", "TABLE_CAT"),
            Map.entry("getSchemas", "TABLE_SCHEM TABLE_CATALOG"),
            Map.entry("getBestRowIdentifier", ROW_COLUMNS),
            Map.entry("getVersionColumns", ROW_COLUMNS),
            Map.entry("getTablePrivileges", "TABLE_CAT TABLE_SCHEM TABLE_NAME " + PRIVILEGES),
            Map.entry("getColumnPrivileges", "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME " + PRIVILEGES),
            Map.entry(
                    "getProcedures",
                    "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME NUM_INPUT_PARAMS NUM_OUTPUT_PARAMS NUM_RESULT_SETS"
                            + " REMARKS PROCEDURE_TYPE:short SPECIFIC_NAME"),
            Map.entry(
                    "getFunctions",
                    "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:short SPECIFIC_NAME"),
            Map.entry("getSuperTypes", "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME"),
            Map.entry("getSuperTables", "TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME"),
            Map.entry("getClientInfoProperties", "NAME MAX_LEN:int DEFAULT_VALUE DESCRIPTION"),
            Map.entry("getUDTs", "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:int REMARKS BASE_TYPE:short"));

    private EmptyAnswers() {}

    /// The empty answer to a method, if it has one.
    static Optional<MetaTable> of(String method) {
        return Optional.ofNullable(COLUMNS.get(method)).map(columns -> new MetaTable(columns.split(" ", -1)));
    }
}
