package dev.sheaf.sql.change.catalogue;

import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Macro;
import dev.sheaf.sql.tree.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tables and functions of a session by name, in any case. It owns the tables that statements made. Thread-safe.
public final class Catalogue implements AutoCloseable {
    private final Map<String, Entry> entries = new HashMap<>();
    private final Definitions definitions;
    private final Comments comments = new Comments();
    private final SessionRelations seen;
    private final SessionValues values = new SessionValues();
    private final ForeignKeys foreignKeys = new ForeignKeys(this::tables, this::find);
    private final OpenTransaction transaction = new OpenTransaction();
    private boolean closed;

    /// A catalogue without tables.
    ///
    /// @param builtIn macros by names in lower case, which stay; one of the session hides that of its name
    public Catalogue(Map<String, List<Macro>> builtIn) {
        this.definitions = new Definitions(builtIn);
        this.seen = new SessionRelations(this::entries, definitions, comments, values);
    }

    /// What stands behind a name in queries.
    public enum Kind {
        /// A file, frame or table that the session was given.
        REGISTERED,
        TABLE,
        VIEW
    }

    /// The names of the tables and views of a schema, with its name in front.
    public synchronized List<String> namesIn(String schema) {
        String before = Relations.key(schema) + ".";
        return kinds().keySet().stream()
                .filter(name -> Relations.key(name).startsWith(before))
                .toList();
    }

    /// A name in the schema of a table or view.
    public String beside(String table, String name) {
        return schemaOf(table).map(schema -> schema + "." + name).orElse(name);
    }

    /// The schema of a table or view, if it is not main.
    public Optional<String> schemaOf(String table) {
        return definitions.schemaOf(table);
    }

    /// Keeps what is said of a table, or of a column if one is named; nothing is said any more without a text.
    public synchronized void comment(String table, String column, Optional<String> text) {
        comments.set(table, column, text);
    }

    /// The table that has an index.
    public synchronized Optional<Entry.Made> tableOfIndex(String index) {
        return made().filter(made -> made.rules().indexes().containsKey(Relations.key(index)))
                .findFirst();
    }

    /// The tables that statements made.
    public synchronized List<Entry.Made> tables() {
        return made().toList();
    }

    /// Keys of other tables.
    public ForeignKeys foreignKeys() {
        return foreignKeys;
    }

    private Stream<Entry.Made> made() {
        return entries.values().stream().filter(Entry.Made.class::isInstance).map(Entry.Made.class::cast);
    }

    /// Functions, macros, sequences, types and schemas.
    public Definitions definitions() {
        return definitions;
    }

    /// Variables and prepared statements.
    public SessionValues values() {
        return values;
    }

    /// Gives a name to what `plan` gives, in place of what had it.
    public void register(String name, Supplier<LogicalPlan> plan) {
        put(new Entry.Given(name, plan));
    }

    /// Gives a function its name, in place of a function or macro that had it.
    public void register(ScalarFunction function) {
        definitions.register(function);
    }

    /// The names of the tables that have a default of the next number of a sequence.
    public synchronized List<String> tablesOf(String sequence) {
        return entries.values().stream()
                .filter(entry ->
                        entry instanceof Entry.Made made && made.rules().reads(sequence))
                .map(Entry::name)
                .sorted()
                .toList();
    }

    /// The values with the functions, macros, sequences and types, as queries see them now.
    public Parameters with(Parameters given) {
        return definitions.with(given, values);
    }

    /// Remembers what there is, to come back to it.
    ///
    /// @return whether no transaction was under way
    public synchronized boolean begin() {
        return transaction.begin(() -> Snapshot.of(entries, definitions.copy()));
    }

    /// What a statement works for that begins now, for [#attempt]; null if it stands for itself.
    public synchronized @Nullable Snapshot transaction() {
        return transaction.before();
    }

    /// What the work of a statement gives. A stack that is too small for it is no failure: it is done anew on a large
    /// one.
    ///
    /// @throws RuntimeException as the work; then the transaction is aborted
    public <T extends @Nullable Object> T attempt(Supplier<T> work) {
        return attempt(transaction(), () -> DeepStack.call(work));
    }

    /// What work for a transaction gives, which may have ended since, and another one begun.
    ///
    /// @throws RuntimeException as the work; then the transaction is aborted
    public <T extends @Nullable Object> T attempt(@Nullable Snapshot during, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error thrown) {
            abort(during, thrown);
            throw thrown;
        }
    }

    private synchronized void abort(@Nullable Snapshot during, Throwable thrown) {
        transaction.abort(during, thrown);
    }

    /// The failure that has aborted the transaction: only its end can be run.
    public synchronized Optional<Throwable> failure() {
        return transaction.failure();
    }

    /// Keeps what has changed since [#begin]; takes it back if the transaction is aborted.
    ///
    /// @return whether a transaction was under way
    public synchronized boolean commit() {
        if (transaction.failure().isPresent()) {
            return rollback();
        }
        Optional<Snapshot> before = transaction.end();
        before.ifPresent(Snapshot::close);
        return before.isPresent();
    }

    /// Takes back what has changed since [#begin], but for what was registered.
    ///
    /// @return whether a transaction was under way
    public synchronized boolean rollback() {
        Optional<Snapshot> before = transaction.end();
        before.ifPresent(this::restore);
        return before.isPresent();
    }

    private void restore(Snapshot before) {
        Map<String, Entry> restored = before.restore(entries);
        entries.clear();
        entries.putAll(restored);
        definitions.restore(before.definitions());
    }

    /// Whether BEGIN has been run, and neither COMMIT nor ROLLBACK.
    public synchronized boolean inTransaction() {
        return transaction.before() != null;
    }

    /// Makes a table or view known in place of what had its name. A table that had it is dropped.
    ///
    /// @throws IllegalStateException if the session is closed
    public synchronized void put(Entry entry) {
        if (closed) {
            throw new IllegalStateException("the session is closed");
        }
        comments.forget(entry.name());
        drop(entries.put(Relations.key(entry.name()), entry));
    }

    /// As [#put] if nothing has the name.
    ///
    /// @return whether nothing had it
    public synchronized boolean putIfAbsent(Entry entry) {
        if (entries.containsKey(Relations.key(entry.name()))) {
            return false;
        }
        put(entry);
        return true;
    }

    /// What a name means in a statement: one without a schema is looked for in the schema that is in use, then in main.
    public synchronized Optional<Entry> find(List<Name> path) {
        String name = Name.ofTable(path);
        return Optional.of(definitions.inUse(name))
                .filter(_ -> path.size() == 1)
                .flatMap(this::find)
                .or(() -> find(name));
    }

    public synchronized Optional<Entry> find(String name) {
        return Optional.ofNullable(entries.get(Relations.key(name)));
    }

    /// Puts a table or view in the place of one, whose name it need not have.
    ///
    /// @param version what the table held, if it is to be dropped and nothing may have changed since
    /// @return whether what it takes the place of was there still, and unchanged
    /// @throws IllegalArgumentException if something else has the name
    public synchronized boolean replace(Entry before, Optional<StoredTable.Version> version, Entry after) {
        String from = Relations.key(before.name());
        String to = Relations.key(after.name());
        if (!from.equals(to) && entries.containsKey(to)) {
            throw new IllegalArgumentException("there is a table or view \"" + after.name() + "\" already");
        }
        boolean replaced = before.equals(entries.get(from))
                && (version.isEmpty()
                        || (before instanceof Entry.Made made && made.table().close(version.get())));
        if (replaced) {
            entries.remove(from);
            entries.put(to, after);
            comments.move(before.name(), after.name());
        }
        return replaced;
    }

    /// Forgets a name; a table that has it is dropped.
    public synchronized void remove(String name) {
        comments.forget(name);
        drop(entries.remove(Relations.key(name)));
    }

    private static void drop(@Nullable Entry entry) {
        if (entry instanceof Entry.Made made) {
            made.table().close();
        }
    }

    /// The names, sorted, and what each stands for.
    public synchronized Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new TreeMap<>();
        entries.values()
                .forEach(entry -> kinds.put(
                        entry.name(),
                        switch (entry) {
                            case Entry.Given _ -> Kind.REGISTERED;
                            case Entry.Made _ -> Kind.TABLE;
                            case Entry.View _ -> Kind.VIEW;
                        }));
        return kinds;
    }

    /// The tables as queries see them now.
    public Relations relations() {
        return seen.relations();
    }

    private synchronized Map<String, Entry> entries() {
        return new HashMap<>(entries);
    }

    /// The names, sorted.
    public synchronized List<String> names() {
        return new ArrayList<>(kinds().keySet());
    }

    /// Drops all tables that statements made.
    @Override
    public synchronized void close() {
        closed = true;
        transaction.end().ifPresent(Snapshot::close);
        entries.values().forEach(Catalogue::drop);
        entries.clear();
    }
}
