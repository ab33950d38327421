package dev.sheaf.sql;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/// One query while it is bound: its text, and which node of the text each expression came from, so that an error
/// found in an expression points at the right words.
final class Statement {
    private final Rewritten text;
    private final Map<Expr, SqlNode> nodes = new IdentityHashMap<>();

    Statement(Rewritten text) {
        this.text = text;
    }

    /// An error about the words of a node.
    SqlException error(SqlNode node, String problem) {
        return error(node, node, problem);
    }

    /// An error about the words from one node to another.
    SqlException error(SqlNode first, SqlNode last, String problem) {
        int start = start(first);
        return text.source().error(start, Math.max(end(last), start + 1), problem);
    }

    private int start(SqlNode node) {
        SqlParserPos pos = node.getParserPosition();
        return pos.getLineNum() == 0 ? 0 : text.origin(pos.getLineNum(), pos.getColumnNum());
    }

    private int end(SqlNode node) {
        SqlParserPos pos = node.getParserPosition();
        return pos.getLineNum() == 0 ? 0 : text.origin(pos.getEndLineNum(), pos.getEndColumnNum()) + 1;
    }

    /// Whether the division of two operands was written `//`.
    boolean isWholeDivision(SqlNode left, SqlNode right) {
        int sign = text.wholeDivisions().nextSetBit(end(left));
        return sign >= 0 && sign < start(right);
    }

    /// Remembers where an expression came from.
    Expr note(Expr expr, SqlNode node) {
        nodes.putIfAbsent(expr, node);
        return expr;
    }

    /// Where an expression came from, or `otherwise` if it was made here.
    SqlNode node(Expr expr, SqlNode otherwise) {
        return nodes.getOrDefault(expr, otherwise);
    }

    /// The type of an expression that stands at a node.
    ///
    /// @throws SqlException at the innermost part that has no type
    DataType type(Expr expr, Schema schema, SqlNode node) {
        try {
            return Typing.typeOf(expr, schema);
        } catch (IllegalArgumentException refused) {
            throw innermost(expr, schema, node).orElseGet(() -> error(node(expr, node), message(refused)));
        }
    }

    private Optional<SqlException> innermost(Expr expr, Schema schema, SqlNode node) {
        for (Expr child : expr.children()) {
            try {
                type(child, schema, node(expr, node));
            } catch (SqlException refused) {
                return Optional.of(refused);
            }
        }
        return Optional.empty();
    }

    private static String message(Throwable refused) {
        @Nullable String message = refused.getMessage();
        return message == null ? refused.toString() : message;
    }
}
