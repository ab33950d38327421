package dev.sheaf.sql.parse;

/// The parts of the parser, which call each other, over one cursor.
final class Grammar {
    final Cursor cursor;
    final ExpressionParser expressions;
    final OperandParser operands;
    final CallParser calls;
    final StarParser stars;
    final TypeParser types;
    final WindowParser windows;
    final QueryParser queries;
    final SelectParser selects;
    final RelationParser relations;
    final PivotParser pivots;
    final StatementParser statements;

    Grammar(Cursor cursor) {
        this.cursor = cursor;
        expressions = new ExpressionParser(this);
        operands = new OperandParser(this);
        calls = new CallParser(this);
        stars = new StarParser(this);
        types = new TypeParser(this);
        windows = new WindowParser(this);
        queries = new QueryParser(this);
        selects = new SelectParser(this);
        relations = new RelationParser(this);
        pivots = new PivotParser(this);
        statements = new StatementParser(this);
    }
}
