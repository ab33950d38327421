package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import java.util.List;

/// The readers of queries, relations and expressions over one cursor. Each knows those below it; what holds it, as a
/// query inside an expression, it reaches as a part.
final class Grammar implements PartParser {
    final Cursor cursor;
    final TypeParser types;
    final CallParser calls;
    final ExpressionParser expressions;
    final ItemParser items;
    final RelationParser relations;
    final QueryParser queries;
    private final SelectParser selects;

    Grammar(Cursor cursor) {
        this.cursor = cursor;
        types = new TypeParser(cursor);
        WindowParser windows = new WindowParser(cursor, this);
        calls = new CallParser(cursor, this, windows);
        OperandParser operands = new OperandParser(cursor, this, calls, new StarParser(cursor, this), types);
        expressions = new ExpressionParser(cursor, this, operands);
        items = new ItemParser(cursor, this);
        PivotParser pivots = new PivotParser(cursor, expressions, items, this);
        relations = new RelationParser(cursor, this, calls, pivots);
        selects = new SelectParser(cursor, this, items, relations, pivots, windows);
        queries = new QueryParser(cursor, expressions, selects);
    }

    @Override
    public Expression expression() {
        return expressions.expression();
    }

    @Override
    public List<Expression> expressions() {
        return expressions.list();
    }

    @Override
    public Expression side() {
        return expressions.side();
    }

    @Override
    public List<OrderItem> orderBy() {
        return queries.orderBy();
    }

    @Override
    public Query query() {
        return queries.query();
    }

    @Override
    public Query select() {
        return selects.select();
    }

    @Override
    public Query behind(Query first, int start) {
        return queries.behind(first, start);
    }

    @Override
    public Relation joined() {
        return relations.joined();
    }
}
