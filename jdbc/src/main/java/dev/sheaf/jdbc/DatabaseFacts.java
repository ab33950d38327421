package dev.sheaf.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Answers `DatabaseMetaData`. What is not answered here is a question of limits, of which there are none (0), or of
/// what is supported or holds, to which the answer is no; or asks for procedures, privileges and the like, of which
/// there are none, see [EmptyAnswers].
final class DatabaseFacts implements Wrapping {
    private final OpenConnection open;
    private final DatabaseTables tables;
    private final DatabaseKeys keys;

    private DatabaseFacts(OpenConnection open) {
        this.open = open;
        this.tables = new DatabaseTables(open.session(), open.facade());
        this.keys = new DatabaseKeys(open.session(), open.facade());
    }

    static DatabaseMetaData of(OpenConnection open) {
        DatabaseFacts facts = new DatabaseFacts(open);
        return open.facade().of(DatabaseMetaData.class, facts, facts::otherwise);
    }

    private Optional<Object> otherwise(Method method) {
        Class<?> type = method.getReturnType();
        if (type == ResultSet.class) {
            return EmptyAnswers.of(method.getName()).map(empty -> empty.show(open.facade()));
        }
        return type == boolean.class
                ? Optional.of(false)
                : type == int.class ? Optional.of(0) : type == String.class ? Optional.of("") : Optional.empty();
    }

    @Override
    public @Nullable Object unwrapped(Class<?> type) {
        return null;
    }

    public ResultSet getTables(
            @Nullable String catalogue, @Nullable String schema, @Nullable String table, String @Nullable [] types) {
        return tables.tables(catalogue, schema, table, types);
    }

    public ResultSet getColumns(
            @Nullable String catalogue, @Nullable String schema, @Nullable String table, @Nullable String column) {
        return tables.columns(catalogue, schema, table, column);
    }

    public ResultSet getPrimaryKeys(@Nullable String catalogue, @Nullable String schema, @Nullable String table) {
        return keys.primary(DatabaseTables.isAsked(catalogue, schema) ? table : "");
    }

    public ResultSet getImportedKeys(@Nullable String catalogue, @Nullable String schema, @Nullable String table) {
        return keys.foreign(null, DatabaseTables.isAsked(catalogue, schema) ? table : "", true);
    }

    public ResultSet getExportedKeys(@Nullable String catalogue, @Nullable String schema, @Nullable String table) {
        return keys.foreign(DatabaseTables.isAsked(catalogue, schema) ? table : "", null, false);
    }

    public ResultSet getCrossReference(
            @Nullable String parentCatalogue,
            @Nullable String parentSchema,
            @Nullable String parent,
            @Nullable String catalogue,
            @Nullable String schema,
            @Nullable String table) {
        boolean isAsked =
                DatabaseTables.isAsked(parentCatalogue, parentSchema) && DatabaseTables.isAsked(catalogue, schema);
        return keys.foreign(isAsked ? parent : "", table, false);
    }

    /// An index is a key; how many rows it has is not said.
    public ResultSet getIndexInfo(
            @Nullable String catalogue,
            @Nullable String schema,
            @Nullable String table,
            boolean unique,
            boolean approximate) {
        return keys.indexes(DatabaseTables.isAsked(catalogue, schema) ? table : "");
    }

    public ResultSet getTableTypes() {
        return new MetaTable("TABLE_TYPE").row("TABLE").row("VIEW").show(open.facade());
    }

    public ResultSet getTypeInfo() {
        return TypeInfo.table().show(open.facade());
    }

    public @Nullable Connection getConnection() {
        return open.shown();
    }

    public String getURL() {
        return open.url();
    }

    public String getDatabaseProductName() {
        return "Sheaf";
    }

    public String getDatabaseProductVersion() {
        return "0.1";
    }

    public int getDatabaseMinorVersion() {
        return 1;
    }

    public String getDriverName() {
        return "Sheaf JDBC";
    }

    public String getDriverVersion() {
        return "0.1";
    }

    public int getDriverMinorVersion() {
        return 1;
    }

    public int getJDBCMajorVersion() {
        return 4;
    }

    public int getJDBCMinorVersion() {
        return 3;
    }

    public String getIdentifierQuoteString() {
        return "\"";
    }

    public String getSearchStringEscape() {
        return "\\";
    }

    public String getSQLKeywords() {
        return "ILIKE,LIMIT,OFFSET,QUALIFY,SEMI,ANTI,ASOF,PIVOT,UNPIVOT,SUMMARIZE,DESCRIBE,TRY_CAST";
    }

    public String getNumericFunctions() {
        return "ABS,SIGN,ROUND,FLOOR,CEILING,SQRT,POWER,EXP,LOG,LOG10,SIN,COS,TAN,PI,MOD";
    }

    public String getStringFunctions() {
        return "CONCAT,LEFT,LENGTH,LTRIM,REPEAT,REPLACE,RIGHT,RTRIM,SUBSTRING,LCASE,UCASE";
    }

    public String getTimeDateFunctions() {
        return "YEAR,QUARTER,MONTH,WEEK,HOUR,MINUTE,SECOND,DAYOFWEEK,DAYOFYEAR,EXTRACT";
    }

    public String getCatalogTerm() {
        return "catalog";
    }

    public String getSchemaTerm() {
        return "schema";
    }

    public String getCatalogSeparator() {
        return ".";
    }

    public boolean isReadOnly() {
        return open.isReadOnly();
    }

    public boolean nullsAreSortedAtEnd() {
        return true;
    }

    public boolean storesMixedCaseIdentifiers() {
        return true;
    }

    public boolean storesMixedCaseQuotedIdentifiers() {
        return true;
    }

    public boolean allTablesAreSelectable() {
        return true;
    }

    public boolean nullPlusNonNullIsNull() {
        return true;
    }

    public boolean supportsAlterTableWithAddColumn() {
        return true;
    }

    public boolean supportsAlterTableWithDropColumn() {
        return true;
    }

    public boolean supportsColumnAliasing() {
        return true;
    }

    public boolean supportsExpressionsInOrderBy() {
        return true;
    }

    public boolean supportsOrderByUnrelated() {
        return true;
    }

    public boolean supportsGroupBy() {
        return true;
    }

    public boolean supportsGroupByUnrelated() {
        return true;
    }

    public boolean supportsGroupByBeyondSelect() {
        return true;
    }

    public boolean supportsLikeEscapeClause() {
        return true;
    }

    public boolean supportsIntegrityEnhancementFacility() {
        return true;
    }

    public boolean supportsNonNullableColumns() {
        return true;
    }

    public boolean supportsMinimumSQLGrammar() {
        return true;
    }

    public boolean supportsUnion() {
        return true;
    }

    public boolean supportsUnionAll() {
        return true;
    }

    public boolean supportsTableCorrelationNames() {
        return true;
    }

    public boolean supportsBatchUpdates() {
        return true;
    }

    public boolean supportsMultipleOpenResults() {
        return false;
    }

    public boolean supportsTransactionIsolationLevel(int level) {
        return level != Connection.TRANSACTION_NONE;
    }

    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY;
    }

    public boolean supportsResultSetConcurrency(int type, int concurrency) {
        return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    public boolean supportsResultSetHoldability(int holdability) {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public boolean supportsTransactions() {
        return true;
    }

    public boolean supportsDataDefinitionAndDataManipulationTransactions() {
        return true;
    }

    public int getDefaultTransactionIsolation() {
        return Connection.TRANSACTION_SERIALIZABLE;
    }

    public int getSQLStateType() {
        return DatabaseMetaData.sqlStateSQL;
    }

    public RowIdLifetime getRowIdLifetime() {
        return RowIdLifetime.ROWID_UNSUPPORTED;
    }
}
