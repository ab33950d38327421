package dev.sheaf.sql.change.catalogue;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.keys.ForeignKey;
import dev.sheaf.sql.rows.RowEdits;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/// The keys of other tables that the tables of a catalogue have. What changes such tables is checked and stored one
/// statement after the other, so that no row comes whose key goes meanwhile. Thread-safe.
public final class ForeignKeys implements Entry.References {
    private final Supplier<List<Entry.Made>> tables;
    private final Function<String, Optional<Entry>> find;
    private final ReentrantLock one = new ReentrantLock();

    /// @param tables the tables of the catalogue
    /// @param find what a name stands for in it
    public ForeignKeys(Supplier<List<Entry.Made>> tables, Function<String, Optional<Entry>> find) {
        this.tables = tables;
        this.find = find;
    }

    /// A key of one table that another has.
    public record Referrer(Entry.Made made, ForeignKey key) {}

    /// The keys of a new table.
    ///
    /// @param own its rules without them
    /// @param named the table that a key is of, if it is another
    /// @throws dev.sheaf.sql.tree.QueryError if a table or column is not there, or the columns are no key or of
    ///     other types
    public List<ForeignKey> of(
            Statement.CreateTable create,
            StoredTable table,
            TableRules own,
            Function<Clauses.ForeignKey, Entry.Made> named,
            StatementBinder binder) {
        List<ForeignKey> keys = new ArrayList<>();
        for (Clauses.ForeignKey key : create.foreignKeys()) {
            boolean isOwn = Relations.key(Name.ofTable(key.table())).equals(Relations.key(table.name()))
                    || key.table().equals(create.table());
            Entry.Made other = isOwn ? new Entry.Made(table.name(), table, own, this) : named.apply(key);
            keys.add(of(key, table.schema(), other, binder));
        }
        return List.copyOf(keys);
    }

    private static ForeignKey of(Clauses.ForeignKey key, Schema schema, Entry.Made other, StatementBinder binder) {
        List<Field> columns = Assignment.of(schema, key.columns(), binder).columns();
        List<String> names = key.key().isEmpty()
                ? other.rules().primary()
                : Assignment.of(other.table().schema(), key.key(), binder).columns().stream()
                        .map(Field::name)
                        .toList();
        boolean isKey = other.rules().keys().stream()
                .anyMatch(each -> each.size() == names.size() && new HashSet<>(each).containsAll(names));
        if (!isKey || names.size() != columns.size()) {
            throw binder.error(
                    key,
                    "\"" + other.name() + "\" has no PRIMARY KEY or UNIQUE of "
                            + (key.key().isEmpty() ? columns.size() + " columns" : String.join(", ", names))
                            + " that these columns could refer to");
        }
        for (int i = 0; i < columns.size(); i++) {
            Field named = other.table().schema().field(names.get(i));
            if (!named.type().equals(columns.get(i).type())) {
                throw binder.error(
                        key,
                        "\"" + columns.get(i).name() + "\" is " + columns.get(i).type() + ", and \"" + named.name()
                                + "\" of \"" + other.name() + "\" is " + named.type() + "; one type is asked for");
            }
        }
        return new ForeignKey(columns.stream().map(Field::name).toList(), other.name(), names);
    }

    /// The tables that have keys of a table, it too if it has its own.
    public List<Referrer> referrers(String table) {
        return tables.get().stream()
                .flatMap(made -> made.rules().references().stream()
                        .filter(key -> Relations.key(key.table()).equals(Relations.key(table)))
                        .map(key -> new Referrer(made, key)))
                .toList();
    }

    /// Refuses what would leave keys of other tables without theirs.
    ///
    /// @throws IllegalArgumentException if another table has a key of this
    public void checkUnused(String table) {
        referrers(table).stream()
                .filter(referrer -> !Relations.key(referrer.made().name()).equals(Relations.key(table)))
                .findFirst()
                .ifPresent(referrer -> {
                    throw new IllegalArgumentException("\"" + referrer.made().name() + "\" refers to \"" + table
                            + "\" by " + referrer.key() + "; drop it first");
                });
    }

    @Override
    public boolean insert(Entry.Made made, Table rows, QueryContext context, BooleanSupplier store) {
        return made.rules().references().isEmpty()
                ? store.getAsBoolean()
                : alone(() -> {
                    for (ForeignKey key : made.rules().references()) {
                        ForeignKey.Rows known = keys(made, key);
                        boolean isOwn = isOf(key, made);
                        key.check(
                                ForeignKey.Rows.of(rows), isOwn ? known.and(ForeignKey.Rows.of(rows)) : known, context);
                    }
                    return store.getAsBoolean();
                });
    }

    @Override
    public boolean edit(
            Entry.Made made, RowEdits.Result result, boolean removes, QueryContext context, BooleanSupplier store) {
        List<Referrer> referrers = referrers(made.name());
        if (made.rules().references().isEmpty() && referrers.isEmpty()) {
            return store.getAsBoolean();
        }
        return alone(() -> {
            ForeignKey.Rows rows = ForeignKey.Rows.of(result);
            for (ForeignKey key : made.rules().references()) {
                if (result.writes(key.columns())) {
                    key.check(rows, isOf(key, made) ? rows : keys(made, key), context);
                }
            }
            for (Referrer referrer : referrers) {
                if (removes || result.writes(referrer.key().key())) {
                    boolean isOwn = referrer.made().table() == made.table();
                    ForeignKey.Rows theirs =
                            isOwn ? rows : ForeignKey.Rows.of(referrer.made().table());
                    referrer.key().check(theirs, rows, context);
                }
            }
            return store.getAsBoolean();
        });
    }

    private boolean alone(BooleanSupplier work) {
        one.lock();
        try {
            return work.getAsBoolean();
        } finally {
            one.unlock();
        }
    }

    private static boolean isOf(ForeignKey key, Entry.Made made) {
        return Relations.key(key.table()).equals(Relations.key(made.name()));
    }

    private ForeignKey.Rows keys(Entry.Made made, ForeignKey key) {
        if (isOf(key, made)) {
            return ForeignKey.Rows.of(made.table());
        }
        return find.apply(key.table())
                .filter(Entry.Made.class::isInstance)
                .map(other -> ForeignKey.Rows.of(((Entry.Made) other).table()))
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no table \"" + key.table() + "\" for " + key));
    }
}
