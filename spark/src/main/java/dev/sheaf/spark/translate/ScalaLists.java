package dev.sheaf.spark.translate;

import java.util.ArrayList;
import java.util.List;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/// Lists of Scala as lists of Java and back.
public final class ScalaLists {
    private ScalaLists() {}

    /// A copy as a list of Java.
    public static <T> List<T> list(scala.collection.Seq<? extends T> values) {
        List<T> copy = new ArrayList<>(values.length());
        for (var each = values.iterator(); each.hasNext(); ) {
            copy.add(each.next());
        }
        return copy;
    }

    /// A copy as a list of Scala.
    public static <T> Seq<T> seq(List<? extends T> values) {
        return CollectionConverters.<T>asScala(List.<T>copyOf(values)).toList();
    }
}
