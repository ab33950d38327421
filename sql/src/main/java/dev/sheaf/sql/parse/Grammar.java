package dev.sheaf.sql.parse;

/// The parts of the parser that call each other, over one cursor: queries, relations and expressions hold one another.
/// No query holds a statement, so those who read statements are not among them.
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
    }
}
