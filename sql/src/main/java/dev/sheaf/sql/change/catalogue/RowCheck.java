package dev.sheaf.sql.change.catalogue;

import dev.sheaf.column.Schema;
import dev.sheaf.sql.tree.Clauses.TableCheck;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Substitution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// A condition of CHECK over columns by their names alone, and its text in pieces, so that the names in it follow
/// those of the columns.
///
/// @param at where the statement has it that made it
public record RowCheck(Expression condition, List<Piece> pieces, Span at) {
    /// Some text, or the name of a column.
    public record Piece(String text, boolean isColumn) {
        private Piece renamed(String column, String name) {
            return isColumn && text.equalsIgnoreCase(column) ? new Piece(name, true) : this;
        }

        private String written() {
            return !isColumn || text.matches("[A-Za-z_][A-Za-z_0-9]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
        }
    }

    /// A condition as it was written for a table, whose name may stand in front of columns.
    public static RowCheck of(TableCheck check, String table, Schema schema) {
        Map<String, Expression> columns = new HashMap<>();
        schema.names().forEach(name -> columns.put(name.toLowerCase(Locale.ROOT), column(name, check.at())));
        List<Piece> pieces = new ArrayList<>();
        int from = 0;
        for (List<Name> path : pathsOf(check)) {
            boolean isQualified = path.size() > 1
                    && path.getFirst().text().equalsIgnoreCase(table)
                    && columns.containsKey(Substitution.key(path.get(1)));
            Name name = path.get(isQualified ? 1 : 0);
            int start = check.at().start();
            pieces.add(
                    new Piece(check.text().substring(from, path.getFirst().at().start() - start), false));
            pieces.add(new Piece(name.text(), true));
            from = name.at().end() - start;
        }
        pieces.add(new Piece(check.text().substring(from), false));
        Expression condition = Substitution.of(table, columns).in(check.condition());
        return new RowCheck(condition, List.copyOf(pieces), check.at());
    }

    /// In the order of the text, which is not that of the tree: `position(a IN b)`, `[q FOR q IN list]`.
    private static List<List<Name>> pathsOf(TableCheck check) {
        return Substitution.paths(check.condition()).stream()
                .map(Expression.Column::path)
                .sorted(Comparator.comparingInt(path -> path.getFirst().at().start()))
                .toList();
    }

    private static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    /// `CHECK (a > 0)`
    public String text() {
        return pieces.stream().map(Piece::written).collect(Collectors.joining());
    }

    /// The columns of a table that the condition reads, in the order of its text.
    public List<String> columns(Schema table) {
        return pieces.stream()
                .filter(Piece::isColumn)
                .flatMap(piece -> table.names().stream().filter(piece.text()::equalsIgnoreCase))
                .distinct()
                .toList();
    }

    /// Whether the condition reads a column.
    public boolean reads(String column) {
        return Substitution.columns(condition).contains(column.toLowerCase(Locale.ROOT));
    }

    /// The same of a column with another name.
    public RowCheck renamed(String column, String name) {
        Map<String, Expression> other = Map.of(column.toLowerCase(Locale.ROOT), column(name, at));
        return new RowCheck(
                new Substitution(other, Map.of(), at).in(condition),
                pieces.stream().map(piece -> piece.renamed(column, name)).toList(),
                at);
    }
}
