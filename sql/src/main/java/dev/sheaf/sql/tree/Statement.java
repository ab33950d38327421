package dev.sheaf.sql.tree;

import dev.sheaf.sql.tree.Clauses.ColumnDefinition;
import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.CommonTable;
import dev.sheaf.sql.tree.Clauses.Conflict;
import dev.sheaf.sql.tree.Clauses.ForeignKey;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.MergeClause;
import dev.sheaf.sql.tree.Clauses.Setting;
import dev.sheaf.sql.tree.Clauses.TableCheck;
import dev.sheaf.sql.tree.Clauses.TableKey;
import java.util.List;
import java.util.Optional;

/// What a text asks for.
public sealed interface Statement extends Node {

    /// Rows.
    record Rows(Query query, Span at) implements Statement {}

    /// EXPLAIN, which runs the statement if `analyze`.
    record Explain(Statement statement, boolean analyze, Span at) implements Statement {}

    /// CREATE TABLE with columns or AS a query.
    record CreateTable(
            Existing existing,
            boolean temporary,
            List<Name> table,
            List<ColumnDefinition> columns,
            List<TableKey> keys,
            List<TableCheck> checks,
            List<ForeignKey> foreignKeys,
            Optional<Query> query,
            Span at)
            implements Statement {}

    /// CREATE VIEW.
    record CreateView(Existing existing, boolean temporary, List<Name> view, List<Name> columns, Query query, Span at)
            implements Statement {}

    /// CREATE MACRO: an expression or a query by a name, for each number of parameters one.
    record CreateMacro(Existing existing, Name macro, List<Macro> bodies, Span at) implements Statement {}

    /// CREATE TYPE: a name for a type, or for the ENUM of the texts of a query.
    record CreateType(Existing existing, Name type, Optional<TypeName> as, Optional<Query> values, Span at)
            implements Statement {}

    /// DROP TYPE.
    record DropType(boolean ifExists, Name type, Span at) implements Statement {}

    /// CREATE INDEX: `unique` of columns, else of any expressions.
    record CreateIndex(
            Existing existing, boolean unique, Name index, List<Name> table, List<Expression> elements, Span at)
            implements Statement {}

    /// DROP INDEX.
    record DropIndex(boolean ifExists, List<Name> index, Span at) implements Statement {}

    /// CREATE SCHEMA.
    record CreateSchema(Existing existing, List<Name> schema, Span at) implements Statement {}

    /// DROP SCHEMA, with what is in it if `cascade`.
    record DropSchema(boolean ifExists, List<Name> schema, boolean cascade, Span at) implements Statement {}

    /// USE.
    record Use(List<Name> schema, Span at) implements Statement {}

    /// COMMENT ON a table, a view or a column of one; no text takes it away.
    record Comment(boolean column, List<Name> path, Optional<String> text, Span at) implements Statement {}

    /// CREATE SEQUENCE; what is not said follows from the sign of the increment.
    record CreateSequence(
            Existing existing,
            Name sequence,
            Optional<Long> start,
            long increment,
            Optional<Long> least,
            Optional<Long> most,
            boolean cycles,
            Span at)
            implements Statement {}

    /// DROP SEQUENCE.
    record DropSequence(boolean ifExists, Name sequence, Span at) implements Statement {}

    /// What CREATE does with what is there: fail, replace it or keep it.
    enum Existing {
        FAIL,
        REPLACE,
        KEEP
    }

    /// WITH, and an INSERT, UPDATE, DELETE or MERGE whose queries may name its tables.
    record With(boolean recursive, List<CommonTable> tables, Statement body, Span at) implements Statement {}

    /// INSERT INTO; it gives what `returning` says of its rows, if that says anything.
    record Insert(
            List<Name> table,
            Optional<Name> alias,
            boolean byName,
            List<Name> columns,
            Query query,
            Optional<Conflict> conflict,
            List<Item> returning,
            Span at)
            implements Statement {}

    /// DELETE FROM, of all rows without `where`, as by TRUNCATE; of those for which it holds with some row of `using`.
    record Delete(
            List<Name> table,
            Optional<Name> alias,
            Optional<Relation> using,
            Optional<Expression> where,
            List<Item> returning,
            Span at)
            implements Statement {}

    /// UPDATE of the rows for which `where` holds, or of all; of those for which it holds with some row of `from`.
    record Update(
            List<Name> table,
            Optional<Name> alias,
            List<ColumnValue> values,
            Optional<Relation> from,
            Optional<Expression> where,
            List<Item> returning,
            Span at)
            implements Statement {}

    /// MERGE INTO: what becomes of the rows of a table and of those of a source that meet by a condition.
    record Merge(
            List<Name> table,
            Optional<Name> alias,
            Relation source,
            Relation.Condition condition,
            List<MergeClause> clauses,
            List<Item> returning,
            Span at)
            implements Statement {}

    /// DROP TABLE or VIEW.
    record Drop(boolean view, boolean ifExists, List<Name> name, Span at) implements Statement {}

    /// ALTER TABLE or VIEW.
    record Alter(boolean view, boolean ifExists, List<Name> name, Alteration alteration, Span at)
            implements Statement {}

    /// DROP MACRO.
    record DropMacro(boolean ifExists, Name macro, Span at) implements Statement {}

    /// COPY a table or query TO a file, or a table FROM one.
    record Copy(Relation relation, List<Name> columns, boolean from, String path, List<Setting> settings, Span at)
            implements Statement {}

    /// BEGIN, COMMIT or ROLLBACK.
    record Transaction(Step step, Span at) implements Statement {}

    /// What a [Transaction] does.
    enum Step {
        BEGIN,
        COMMIT,
        ROLLBACK
    }

    /// PREPARE: a statement by a name. `parameters` as [dev.sheaf.sql.parse.Parser#parameters].
    record Prepare(Name name, Statement statement, List<String> parameters, Span at) implements Statement {}

    /// EXECUTE: a prepared statement with values of its parameters.
    record Execute(Name name, List<Expression.Argument> arguments, Span at) implements Statement {}

    /// DEALLOCATE of one prepared statement, or of all.
    record Deallocate(Optional<Name> name, Span at) implements Statement {}

    /// SET VARIABLE; RESET VARIABLE without a value.
    record SetVariable(Name name, Optional<Expression> value, Span at) implements Statement {}

    /// SET name = value; RESET without one.
    record Set(Name name, List<Expression> values, Span at) implements Statement {}
}
