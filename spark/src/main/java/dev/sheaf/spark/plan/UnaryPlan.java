package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnaryExecNode;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/// An operator of Spark with one child: what Scala's compiler writes for a case class that extends `UnaryExecNode`, by
/// hand. The abstract methods of the class hide the defaults of its traits, so each is written out.
abstract class UnaryPlan extends SparkPlan implements UnaryExecNode {
    private final String description;
    private final SparkPlan child;
    private final Seq<Attribute> output;

    UnaryPlan(String description, SparkPlan child, Seq<Attribute> output) {
        this.description = description;
        this.child = child;
        this.output = output;
    }

    /// What the operator does, without its child: two are equal if this and the children are.
    abstract Object task();

    /// The same operator above another child.
    abstract SparkPlan withChild(SparkPlan newChild);

    /// What is aggregated, in words.
    final String description() {
        return description;
    }

    /// What the plan as a text says behind the name.
    @Override
    public scala.collection.Iterator<Object> stringArgs() {
        return ScalaLists.<Object>seq(List.of(description)).iterator();
    }

    @Override
    public SparkPlan child() {
        return child;
    }

    @Override
    public Seq<SparkPlan> children() {
        return ScalaLists.seq(List.of(child));
    }

    @Override
    public SparkPlan withNewChildInternal(SparkPlan newChild) {
        return withChild(newChild);
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> newChildren) {
        return withChild(newChildren.apply(0));
    }

    @Override
    public SparkPlan mapChildren(Function1<SparkPlan, SparkPlan> change) {
        SparkPlan changed = change.apply(child);
        if (changed.fastEquals(child)) {
            return this;
        }
        SparkPlan copy = withChild(changed);
        copy.copyTagsFrom(this);
        return copy;
    }

    /// Places in the input say which columns are meant, so nothing of the operator itself depends on their ids.
    @Override
    public SparkPlan doCanonicalize() {
        return withChild(child.canonicalized());
    }

    @Override
    public Seq<Attribute> output() {
        return output;
    }

    @Override
    public String verboseStringWithOperatorId() {
        return super.verboseStringWithOperatorId();
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public Object productElement(int place) {
        return place == 0 ? task() : child;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof UnaryPlan that && that.getClass() == getClass();
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        return other instanceof UnaryPlan that
                && canEqual(that)
                && task().equals(that.task())
                && child.equals(that.child);
    }

    @Override
    public int hashCode() {
        return 31 * task().hashCode() + child.hashCode();
    }
}
