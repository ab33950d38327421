package dev.sheaf.plan.rules;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Distinct;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Unnest;
import dev.sheaf.plan.LogicalPlan.Window;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.plan.physical.Lowering;
import dev.sheaf.plan.physical.PhysicalPlan;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RulesTest {
    private static final Schema SALES = Schema.of(
            new Field("region", DataType.STRING),
            new Field("units", DataType.INT32),
            new Field("price", DataType.FLOAT64),
            new Field("day", DataType.DATE, false));
    private static final GroupByOptions OPTIONS = GroupByOptions.DEFAULT;
    private static final Dataset DATASET = new Nothing(SALES);
    private static final Scan SCAN = scan("region", "units", "price", "day");
    private static final Expr CHEAP = col("price").lt(2.0);
    private static final Expr MANY = col("units").gt(10);

    private static LogicalPlan overJoin(JoinKind kind, Expr condition) {
        LogicalPlan other = new Project(
                scan("region", "units"),
                List.of(col("region").as("area"), col("units").as("most")));
        List<JoinKey> keys = List.of(new JoinKey(col("region"), col("area"), false));
        return new Filter(new Join(SCAN, other, kind, keys, Optional.empty()), condition);
    }

    private static LogicalPlan joined(JoinKind kind, Expr condition) {
        return new PushFilters().apply(overJoin(kind, condition));
    }

    /// Each input drops the rows that no branch of an OR can keep, once.
    @Test
    void whatAnOrAsksOfOneInputOfAJoinFiltersIt() {
        Expr both = MANY.and(col("most").lt(5)).or(CHEAP.and(col("most").gt(7)));
        LogicalPlan plan = Planner.optimize(overJoin(JoinKind.INNER, both));
        Expr ofOther = col("units").lt(5).or(col("units").gt(7));
        assertThat(conditions(plan)).containsExactly(both, MANY.or(CHEAP), ofOther);
        assertThat(conditions(Planner.optimize(plan))).isEqualTo(conditions(plan));
        Expr either = MANY.or(col("most").lt(5));
        assertThat(conditions(Planner.optimize(overJoin(JoinKind.INNER, either))))
                .containsExactly(either);
    }

    private static List<Expr> conditions(LogicalPlan plan) {
        List<Expr> found = new ArrayList<>();
        if (plan instanceof Filter filter) {
            found.add(filter.condition());
        }
        plan.inputs().forEach(input -> found.addAll(conditions(input)));
        return found;
    }

    private static JoinKind kindBelow(JoinKind kind, Expr condition) {
        LogicalPlan plan = joined(kind, condition);
        return ((Join) (plan instanceof Filter filter ? filter.input() : plan)).kind();
    }

    @Test
    void joinsGiveNoRowsThatTheConditionAboveLeavesOut() {
        Expr ofRight = col("most").lt(5);
        Expr ofBoth = col("units").lt(col("most"));
        assertThat(kindBelow(JoinKind.LEFT, ofRight)).isEqualTo(JoinKind.INNER);
        assertThat(kindBelow(JoinKind.LEFT, MANY.and(ofBoth))).isEqualTo(JoinKind.INNER);
        assertThat(kindBelow(JoinKind.LEFT, col("most").isNotNull())).isEqualTo(JoinKind.INNER);
        assertThat(kindBelow(JoinKind.RIGHT, CHEAP.or(MANY))).isEqualTo(JoinKind.INNER);
        assertThat(kindBelow(JoinKind.FULL, ofRight)).isEqualTo(JoinKind.RIGHT);
        assertThat(kindBelow(JoinKind.FULL, MANY)).isEqualTo(JoinKind.LEFT);
        assertThat(kindBelow(JoinKind.FULL, ofBoth)).isEqualTo(JoinKind.INNER);
    }

    @Test
    void joinsKeepRowsWithoutPartnerThatTheConditionMayKeep() {
        assertThat(kindBelow(JoinKind.LEFT, MANY)).isEqualTo(JoinKind.LEFT);
        assertThat(kindBelow(JoinKind.LEFT, col("most").isNull())).isEqualTo(JoinKind.LEFT);
        assertThat(kindBelow(JoinKind.LEFT, col("most").lt(5).or(MANY))).isEqualTo(JoinKind.LEFT);
        assertThat(kindBelow(JoinKind.LEFT, coalesce(col("most"), 1).lt(5))).isEqualTo(JoinKind.LEFT);
        assertThat(kindBelow(JoinKind.FIRST, col("most").lt(5))).isEqualTo(JoinKind.FIRST);
        Expr mayFail = col("region").cast(DataType.INT32).gt(0);
        assertThat(kindBelow(JoinKind.LEFT, mayFail.and(col("most").lt(5)))).isEqualTo(JoinKind.LEFT);
        assertThat(kindBelow(JoinKind.LEFT, col("most").lt(5).and(mayFail))).isEqualTo(JoinKind.INNER);
    }

    @Test
    void constantsAreComputedAndNamesKept() {
        LogicalPlan plan = new Project(SCAN, List.of(col("units").plus(lit(1).plus(2))));
        assertThat(new FoldConstants().apply(plan))
                .isEqualTo(new Project(SCAN, List.of(col("units").plus(3).as("(units + (1 + 2))"))));
    }

    @Test
    void conditionThatHoldsForEveryRowIsDropped() {
        LogicalPlan plan = new Filter(SCAN, col("day").isNotNull());
        assertThat(new RemoveNoOps().apply(new FoldConstants().apply(plan))).isEqualTo(SCAN);
    }

    @Test
    void conditionThatHoldsForNoRowLetsNothingBeRead() {
        LogicalPlan plan = new Filter(SCAN, MANY.and(lit(1).gt(2)));
        assertThat(optimized(plan)).isEqualTo(new Limit(SCAN, 0, 0));
        LogicalPlan emptyRange =
                new Filter(SCAN, MANY.and(CHEAP).and(col("units").le(10)));
        assertThat(optimized(emptyRange)).isEqualTo(new Limit(SCAN, 0, 0));
        assertThat(Lowering.lower(optimized(plan))).isEqualTo(new PhysicalPlan.Empty(SALES));
    }

    @Test
    void sortByConstantsIsDropped() {
        LogicalPlan plan = new Sort(SCAN, List.of(SortKey.ascending(lit(1).plus(1))));
        assertThat(optimized(plan)).isEqualTo(SCAN);
    }

    @Test
    void filtersAreMergedInOrderAndReachTheScan() {
        LogicalPlan plan = new Filter(new Filter(SCAN, CHEAP), MANY);
        assertThat(new PushFilters().apply(plan)).isEqualTo(new Filter(hinted(CHEAP, MANY), and(CHEAP, MANY)));
    }

    @Test
    void conditionThatMayFailStaysBehindTheOneThatGuardsIt() {
        Expr guarded = col("region").cast(DataType.INT32).gt(5);
        LogicalPlan plan = new Filter(new Filter(SCAN, CHEAP), guarded);
        assertThat(new PushFilters().apply(plan)).isEqualTo(new Filter(new Filter(hinted(CHEAP), CHEAP), guarded));
    }

    @Test
    void filterPassesProjectionWithItsColumnsReplaced() {
        List<Expr> columns = List.of(col("units").as("u"), col("price").times(2).as("double"));
        LogicalPlan plan =
                new Filter(new Project(SCAN, columns), col("double").lt(4.0).and(col("u").gt(10)));
        Expr below = col("price").times(2).lt(4.0);
        assertThat(new PushFilters().apply(plan))
                .isEqualTo(new Project(new Filter(hinted(MANY, below), MANY.and(below)), columns));
    }

    @Test
    void conditionOnKeysPassesGroupsAndOtherConditionsStay() {
        Aggregate groups = groups(SCAN, col("region").as("r"), sum("units").as("s"));
        LogicalPlan plan = new Filter(groups, col("r").eq("north").and(col("s").gt(100)));
        Expr north = col("region").eq("north");
        assertThat(new PushFilters().apply(plan))
                .isEqualTo(new Filter(groups.over(new Filter(hinted(north), north)), col("s").gt(100)));
    }

    @Test
    void conditionOnTheOnlyGroupStays() {
        LogicalPlan plan = new Filter(
                new Aggregate(SCAN, List.of(), List.of(count().as("n")), GroupByOptions.DEFAULT),
                lit(1).lt(2).isNull());
        assertThat(new PushFilters().apply(plan)).isEqualTo(plan);
    }

    @Test
    void filterPassesSort() {
        Sort sort = new Sort(SCAN, List.of(SortKey.descending("price")));
        assertThat(new PushFilters().apply(new Filter(sort, MANY)))
                .isEqualTo(sort.over(new Filter(hinted(MANY), MANY)));
    }

    @Test
    void conditionOnPartitionKeysPassesWindow() {
        Window window = new Window(
                SCAN,
                List.of(rowNumber(List.of(col("region"), col("day")), "a"), rowNumber(List.of(col("region")), "b")));
        Expr north = col("region").eq("north");
        Expr late = col("day").isNull();
        assertThat(new PushFilters().apply(new Filter(window, and(north, late))))
                .isEqualTo(new Filter(window.over(new Filter(hinted(north), north)), late));
    }

    @Test
    void conditionOnOtherColumnsPassesUnnest() {
        LogicalPlan lists = groups(SCAN, col("region"), topK("units", 2).as("top"));
        LogicalPlan plan = new Filter(
                new Unnest(lists, "top"), and(col("region").eq("x"), col("top").gt(1)));
        LogicalPlan pushed = new PushFilters().apply(plan);
        assertThat(pushed).isInstanceOf(Filter.class);
        assertThat(((Filter) pushed).condition()).isEqualTo(col("top").gt(1));
    }

    @Test
    void filterDoesNotPassLimit() {
        LogicalPlan plan = new Filter(new Limit(SCAN, 0, 5), MANY);
        assertThat(new PushFilters().apply(plan)).isEqualTo(plan);
    }

    @Test
    void distinctBecomesGroupBy() {
        assertThat(new GroupDistinct().apply(new Distinct(scan("region"))))
                .isEqualTo(new Aggregate(scan("region"), List.of(col("region")), List.of(), GroupByOptions.DEFAULT));
    }

    @Test
    void limitsAreMergedAndPassProjections() {
        List<Expr> columns = List.of(col("units").plus(1).as("next"));
        LogicalPlan plan = new Limit(new Project(new Limit(SCAN, 3, 10), columns), 2, 20);
        assertThat(new PushLimits().apply(plan)).isEqualTo(new Project(new Limit(SCAN, 5, 8), columns));
    }

    @Test
    void limitOfAllRowsStaysUnlimitedWhenMerged() {
        LogicalPlan plan = new Limit(new Limit(SCAN, 3, Long.MAX_VALUE), Long.MAX_VALUE - 1, 7);
        assertThat(new PushLimits().apply(plan)).isEqualTo(new Limit(SCAN, Long.MAX_VALUE, 7));
    }

    @Test
    void projectionsAreMerged() {
        LogicalPlan plan = new Project(
                new Project(SCAN, List.of(col("units").plus(1).as("u"), col("day"))),
                List.of(col("u").times(2).as("v"), col("day").as("d")));
        assertThat(new MergeProjects().apply(plan))
                .isEqualTo(new Project(
                        SCAN,
                        List.of(
                                col("units").plus(1).times(2).as("v"),
                                col("day").as("d"))));
    }

    @Test
    void projectionThatWouldBeComputedTwiceIsNotMerged() {
        LogicalPlan plan = new Project(
                new Project(SCAN, List.of(col("units").plus(1).as("u"))),
                List.of(col("u").times(col("u")).as("square")));
        assertThat(new MergeProjects().apply(plan)).isEqualTo(plan);
    }

    @Test
    void projectionMovesIntoGroupByAndNamesStay() {
        LogicalPlan input = new Project(
                SCAN,
                List.of(call(Function.YEAR, col("day")).as("year"), col("units").as("u")));
        assertThat(new FuseProjects().apply(groups(input, col("year"), sum("u"))))
                .isEqualTo(groups(
                        SCAN,
                        call(Function.YEAR, col("day")).as("year"),
                        sum("units").as("sum(u)")));
    }

    @Test
    void keysThatFollowFromOthersAreComputedForGroups() {
        Expr year = call(Function.YEAR, col("day")).as("year");
        LogicalPlan plan =
                new Aggregate(SCAN, List.of(lit("a").as("a"), year, col("day").as("d")), List.of(), OPTIONS);
        assertThat(new DropImpliedKeys().apply(plan))
                .isEqualTo(new Project(
                        new Aggregate(SCAN, List.of(col("day").as("d")), List.of(), OPTIONS),
                        List.of(lit("a").as("a"), call(Function.YEAR, col("d")).as("year"), col("d"))));
    }

    @Test
    void keysStayThatDoNotFollowOrMayFailOrWhoseNullsOrOrderCount() {
        List<Expr> keys = List.of(col("day"), call(Function.YEAR, col("day")).as("year"));
        for (Aggregate plan : List.of(
                new Aggregate(SCAN, keys, List.of(), OPTIONS.with(NullKeys.EXCLUDE)),
                new Aggregate(SCAN, keys, List.of(), OPTIONS.with(Order.SORTED)),
                new Aggregate(
                        SCAN,
                        List.of(col("price"), lit(1).dividedBy(col("price")).as("r")),
                        List.of(),
                        OPTIONS),
                new Aggregate(SCAN, List.of(lit(1).as("one")), List.of(), OPTIONS),
                new Aggregate(SCAN, List.of(col("units"), col("units").plus(1).as("next")), List.of(), OPTIONS),
                new Aggregate(SCAN, List.of(col("units"), col("price").plus(1).as("p")), List.of(), OPTIONS))) {
            assertThat(new DropImpliedKeys().apply(plan)).isEqualTo(plan);
        }
    }

    @Test
    void sortBelowGroupByIsDroppedUnlessItsOrderShows() {
        Sort sort = new Sort(SCAN, List.of(SortKey.ascending("day")));
        DropUnseenSorts rule = new DropUnseenSorts();
        assertThat(rule.apply(groups(sort, col("region"), sum("units"))))
                .isEqualTo(groups(SCAN, col("region"), sum("units")));
        LogicalPlan withFirst = groups(sort, col("region"), first("units"));
        assertThat(rule.apply(withFirst)).isEqualTo(withFirst);
        LogicalPlan inOrder = new Aggregate(
                sort,
                List.of(col("region")),
                List.of(sum("units")),
                GroupByOptions.DEFAULT.with(Order.FIRST_APPEARANCE));
        assertThat(rule.apply(inOrder)).isEqualTo(inOrder);
    }

    @Test
    void conditionThatFailsOnAValueIsTestedWhereAnotherHoldsForNoRow() {
        Expr fails = col("units").plus(1).gt(5);
        Filter filter = new Filter(SCAN, fails.and(MANY).and(col("units").le(10)));
        assertThat(new RemoveNoOps().apply(new FoldConstants().apply(filter))).isInstanceOf(Filter.class);
    }

    @Test
    void nodesThatDoNothingAreRemoved() {
        LogicalPlan plan = new Project(
                new Window(new Limit(SCAN, 0, Long.MAX_VALUE), List.of()),
                List.of(col("region"), col("units"), col("price"), col("day")));
        assertThat(new RemoveNoOps().apply(plan)).isEqualTo(SCAN);
    }

    @Test
    void onlyColumnsThatAreReadAreScanned() {
        LogicalPlan plan = groups(new Filter(SCAN, CHEAP), col("region"), sum("units"));
        LogicalPlan pruned = new PruneColumns().apply(plan);
        assertThat(pruned)
                .isEqualTo(groups(
                        new Project(
                                new Filter(scan("region", "units", "price"), CHEAP),
                                List.of(col("region"), col("units"))),
                        col("region"),
                        sum("units")));
    }

    @Test
    void countingRowsScansNoColumn() {
        LogicalPlan plan = new Aggregate(SCAN, List.of(), List.of(count()), GroupByOptions.DEFAULT);
        assertThat(optimized(plan)).isEqualTo(plan.over(scan()));
    }

    @Test
    void windowCallsAndAggregatesThatNothingReadsAreDropped() {
        LogicalPlan window = new Window(SCAN, List.of(rowNumber(List.of(col("day")), "n")));
        LogicalPlan groups = groups(window, col("region"), sum("units"), sum("price"));
        assertThat(optimized(new Project(groups, List.of(col("region"), col("sum(price)")))))
                .isEqualTo(groups(scan("region", "price"), col("region"), sum("price")));
    }

    @Test
    void oneAggregateIsKeptToGiveTheOnlyRow() {
        LogicalPlan totals =
                new Aggregate(SCAN, List.of(), List.of(sum("units"), sum("price")), GroupByOptions.DEFAULT);
        assertThat(optimized(new Project(totals, List.of(lit(1).as("one")))))
                .isEqualTo(new Project(
                        new Aggregate(scan("units"), List.of(), List.of(sum("units")), GroupByOptions.DEFAULT),
                        List.of(lit(1).as("one"))));
    }

    @Test
    void filterAndProjectionEndUpInTheRequest() {
        LogicalPlan plan = groups(
                new Project(
                        new Filter(SCAN, CHEAP),
                        List.of(
                                col("region").as("r"),
                                col("units").times(col("price")).as("revenue"))),
                col("r"),
                sum("revenue").as("total"));
        PhysicalPlan.GroupBy groupBy = (PhysicalPlan.GroupBy) Lowering.lower(optimized(plan));
        assertThat(groupBy.input()).isInstanceOf(PhysicalPlan.Read.class);
        assertThat(groupBy.request().filter()).contains(CHEAP);
        assertThat(groupBy.request().keys()).containsExactly(col("region").as("r"));
        assertThat(groupBy.request().aggregates())
                .containsExactly(sum(col("units").times(col("price"))).as("total"));
    }

    @Test
    void sortUnderLimitKeepsOnlyTheTopRows() {
        List<SortKey> keys = List.of(SortKey.descending("price"));
        LogicalPlan plan = new Limit(new Project(new Sort(SCAN, keys), List.of(col("region"))), 1, 3);
        PhysicalPlan.Project project = (PhysicalPlan.Project) Lowering.lower(optimized(plan));
        assertThat(project.input()).isInstanceOf(PhysicalPlan.TopN.class);
        assertThat(((PhysicalPlan.TopN) project.input()).count()).isEqualTo(3);
    }

    @Test
    void expressionsThatNothingIsSortedByAreComputedForTheTopRows() {
        List<Expr> expressions = List.of(
                call(Function.UPPER, col("region")).as("name"),
                col("units").plus(lit(1)).as("more"),
                col("units").cast(DataType.FLOAT64).as("float"),
                col("day").as("d"));
        LogicalPlan rows = new Project(new Filter(SCAN, CHEAP), expressions);
        PhysicalPlan.Project project = (PhysicalPlan.Project)
                Lowering.lower(new Limit(new Sort(rows, List.of(SortKey.descending("more"))), 1, 3));
        assertThat(project.expressions()).isEqualTo(expressions);
        PhysicalPlan.TopN top = (PhysicalPlan.TopN) project.input();
        assertThat(top.keys()).containsExactly(SortKey.descending(col("units").plus(lit(1))));
        assertThat(top.input())
                .isEqualTo(new PhysicalPlan.Filter(Lowering.lower(SCAN), CHEAP, List.of("region", "units", "day")));
    }

    @Test
    void costlyConditionsAreTestedLast() {
        Expr text = call(Function.UPPER, col("region")).eq("X");
        Expr known = col("region").isNotNull();
        assertThat(optimized(new Filter(SCAN, text.and(known).and(MANY))))
                .isEqualTo(optimized(new Filter(SCAN, known.and(MANY).and(text))))
                .isInstanceOfSatisfying(
                        Filter.class,
                        filter ->
                                assertThat(Conjuncts.split(filter.condition())).containsExactly(known, MANY, text));
        Expr guarded = col("region").cast(DataType.INT64).gt(5L);
        Expr guard = text.and(MANY);
        assertThat(optimized(new Filter(SCAN, guard.and(guarded))))
                .isInstanceOfSatisfying(
                        Filter.class,
                        filter ->
                                assertThat(Conjuncts.split(filter.condition())).containsExactly(MANY, text, guarded));
    }

    @Test
    void expressionsWaitForTheFirstRowsWhetherTheyMayFailOrNot() {
        LogicalPlan rows = new Project(
                SCAN, List.of(col("units").plus(lit(1)).as("more"), col("day").as("d")));
        assertThat(Lowering.lower(new Limit(new Sort(rows, List.of(SortKey.descending("d"))), 0, 3)))
                .isInstanceOfSatisfying(
                        PhysicalPlan.Project.class,
                        later -> assertThat(later.input()).isInstanceOf(PhysicalPlan.TopN.class));
    }

    @Test
    void conditionOnRowNumberKeepsOnlyTheFirstRowsOfPartitions() {
        WindowCall call = new WindowCall(
                "n", new WindowFunction.RowNumber(), List.of(col("region")), List.of(SortKey.descending("price")));
        Window window = new Window(SCAN, List.of(call));
        assertThat(Lowering.lower(new Filter(window, lit(2).ge(col("n")))))
                .isEqualTo(new PhysicalPlan.GroupTopN(Lowering.lower(SCAN), call, 2));
        assertThat(Lowering.lower(new Filter(window, col("n").lt(3).and(MANY))))
                .isEqualTo(new PhysicalPlan.Filter(
                        new PhysicalPlan.GroupTopN(Lowering.lower(SCAN), call, 2),
                        MANY,
                        List.of("region", "units", "price", "day", "n")));
        assertThat(Lowering.lower(new Filter(window, col("n").eq(2)))).isInstanceOf(PhysicalPlan.Filter.class);
        assertThat(((PhysicalPlan.Filter) Lowering.lower(new Filter(window, col("n").eq(2)))).input())
                .isInstanceOf(PhysicalPlan.Window.class);
    }

    @Test
    void filterGathersOnlyColumnsThatAreSelected() {
        LogicalPlan plan = new Project(new Filter(SCAN, CHEAP), List.of(col("units")));
        assertThat(Lowering.lower(optimized(plan)))
                .isEqualTo(new PhysicalPlan.Filter(
                        Lowering.lower(new Scan(DATASET, List.of("units", "price"), Optional.of(CHEAP))),
                        CHEAP,
                        List.of("units")));
    }

    private static LogicalPlan optimized(LogicalPlan plan) {
        return Planner.optimize(plan);
    }

    private static Scan scan(String... columns) {
        return new Scan(DATASET, List.of(columns), Optional.empty());
    }

    private static Scan hinted(Expr... conditions) {
        Expr hint = conditions.length == 1 ? conditions[0] : and(conditions);
        return new Scan(DATASET, SALES.names(), Optional.of(hint));
    }

    private static Expr and(Expr... conditions) {
        return new Expr.Call(Function.AND, List.of(conditions));
    }

    private static Aggregate groups(LogicalPlan input, Expr key, Expr... aggregates) {
        return new Aggregate(input, List.of(key), List.of(aggregates), GroupByOptions.DEFAULT);
    }

    private static WindowCall rowNumber(List<Expr> partitionBy, String name) {
        return new WindowCall(name, new WindowFunction.RowNumber(), partitionBy, List.of());
    }

    /// A dataset that is never scanned.
    private record Nothing(Schema schema) implements Dataset {
        @Override
        public String describe() {
            return "sales";
        }

        @Override
        public BatchSource scan(dev.sheaf.query.Scan scan, QueryContext context) {
            throw new AssertionError("scanned");
        }
    }
}
