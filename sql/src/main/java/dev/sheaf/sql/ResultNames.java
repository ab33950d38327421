package dev.sheaf.sql;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlCase;

/// Names the result of an expression without alias as DuckDB does: `sum(v1)`, `(max(v1) - min(v2))`. Functions
/// are in lower case, columns as their table spells them. One difference: `count(*)` keeps its name.
final class ResultNames {
    private final Statement statement;
    private final Scope scope;

    ResultNames(Statement statement, Scope scope) {
        this.statement = statement;
        this.scope = scope;
    }

    String of(SqlNode node) {
        return switch (node) {
            case SqlIdentifier name when name.isStar() -> "*";
            case SqlIdentifier name -> {
                String last = name.names.getLast();
                yield scope.find(last).orElse(last);
            }
            case SqlLiteral literal -> literal(literal);
            case SqlNodeList list -> "(" + list(list) + ")";
            case SqlCase branches -> branches(branches);
            case SqlWindow window -> window(window);
            case SqlDataTypeSpec type ->
                Objects.requireNonNull(type.getTypeName()).getSimple();
            case SqlCall call -> call(call);
            default -> node.toString();
        };
    }

    private static String literal(SqlLiteral literal) {
        return switch (literal.getTypeName()) {
            case CHAR -> "'" + Objects.requireNonNull(literal.toValue()).replace("'", "''") + "'";
            case BOOLEAN -> literal.booleanValue() ? "true" : "false";
            case NULL -> "NULL";
            default -> String.valueOf(literal.toValue());
        };
    }

    private String list(List<? extends SqlNode> nodes) {
        return nodes.stream().map(this::of).collect(Collectors.joining(", "));
    }

    private String call(SqlCall call) {
        List<SqlNode> operands = call.getOperandList();
        String name = call.getOperator().getName();
        return switch (call.getKind()) {
            case OTHER_FUNCTION -> function(call, name.toLowerCase(Locale.ROOT).replaceAll(" .*", ""));
            case FILTER -> of(operands.get(0)) + " FILTER (WHERE " + of(operands.get(1)) + ")";
            case WITHIN_GROUP ->
                of(operands.get(0)) + " WITHIN GROUP (ORDER BY " + list(((SqlNodeList) operands.get(1))) + ")";
            case OVER -> of(operands.get(0)) + " OVER " + of(operands.get(1));
            case ITEM ->
                Dialect.castType(operands.get(1))
                        .map(type -> "CAST(" + of(operands.get(0)) + " AS " + type + ")")
                        .orElseGet(() -> of(operands.get(0)) + "[" + of(operands.get(1)) + "]");
            case CAST -> "CAST(" + of(operands.get(0)) + " AS " + of(operands.get(1)) + ")";
            case SAFE_CAST -> "TRY_CAST(" + of(operands.get(0)) + " AS " + of(operands.get(1)) + ")";
            case NOT -> "(NOT " + of(operands.get(0)) + ")";
            case MINUS_PREFIX -> "-" + of(operands.get(0));
            case PLUS_PREFIX -> "+" + of(operands.get(0));
            case DESCENDING -> of(operands.get(0)) + " DESC";
            case NULLS_FIRST -> of(operands.get(0)) + " NULLS FIRST";
            case NULLS_LAST -> of(operands.get(0)) + " NULLS LAST";
            case BETWEEN ->
                "(" + of(operands.get(0)) + " " + name.replace(" ASYMMETRIC", "") + " " + of(operands.get(1)) + " AND "
                        + of(operands.get(2)) + ")";
            case DIVIDE -> {
                boolean whole = statement.isWholeDivision(operands.get(0), operands.get(1));
                yield "(" + of(operands.get(0)) + (whole ? " // " : " / ") + of(operands.get(1)) + ")";
            }
            default -> operator(call, name, operands);
        };
    }

    private String operator(SqlCall call, String name, List<SqlNode> operands) {
        boolean isInfix = call instanceof SqlBasicCall && operands.size() >= 2;
        if (isInfix) {
            return operands.stream().map(this::of).collect(Collectors.joining(" " + name + " ", "(", ")"));
        }
        return operands.size() == 1 ? "(" + of(operands.getFirst()) + " " + name + ")" : call.toString();
    }

    private String function(SqlCall call, String name) {
        boolean distinct = call.getFunctionQuantifier() != null
                && call.getFunctionQuantifier().getValue() == SqlSelectKeyword.DISTINCT;
        return name + "(" + (distinct ? "DISTINCT " : "") + list(call.getOperandList()) + ")";
    }

    private String branches(SqlCase branches) {
        StringBuilder text = new StringBuilder("CASE");
        for (int i = 0; i < branches.getWhenOperands().size(); i++) {
            text.append(" WHEN ").append(of(branches.getWhenOperands().get(i)));
            text.append(" THEN ").append(of(branches.getThenOperands().get(i)));
        }
        return text + " ELSE " + of(Objects.requireNonNull(branches.getElseOperand())) + " END";
    }

    private String window(SqlWindow window) {
        StringBuilder text = new StringBuilder("(");
        if (window.getRefName() != null) {
            text.append(window.getRefName().getSimple());
        }
        append(text, "PARTITION BY ", window.getPartitionList());
        append(text, "ORDER BY ", window.getOrderList());
        return text.append(')').toString();
    }

    private void append(StringBuilder text, String words, SqlNodeList nodes) {
        if (!nodes.isEmpty()) {
            text.append(text.length() > 1 ? " " : "").append(words).append(list(nodes));
        }
    }
}
