package dev.sheaf.cli.output;

import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.QueryFlow;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What the page of a query's flow shows, as JSON. Times are microseconds from the start of the command's work.
///
/// ```
/// { title, micros, threads, peakBytes, missing,
///   phases:  [ { name, micros } ],                      thread time by phase; the number of a phase is its place here
///   lanes:   [ { name, spans: [ [phase, depth, start, length, rows, bytes] ] } ],
///   choices: [ { at, operator, choice, reason, rejected: [] } ] }
/// ```
public record FlowData(String title, QueryContext context, QueryFlow flow) {
    private static final Comparator<QueryFlow.Span> BY_START =
            Comparator.comparingLong(QueryFlow.Span::startNanos).thenComparingInt(QueryFlow.Span::depth);

    /// The object, safe to stand in a script of a page.
    String json() {
        String phases = list(
                List.of(Phase.values()),
                phase -> "{\"name\":" + text(phase.name().toLowerCase(Locale.ROOT)) + ",\"micros\":"
                        + context.phases().nanos(phase) / 1000 + "}");
        Map<String, List<QueryFlow.Span>> lanes = flow.spans().stream()
                .collect(Collectors.groupingBy(QueryFlow.Span::lane, TreeMap::new, Collectors.toList()));
        return "{\"title\":" + text(title)
                + ",\"micros\":" + flow.nanos() / 1000
                + ",\"threads\":" + context.threads()
                + ",\"peakBytes\":" + context.pool().peakBytes()
                + ",\"missing\":" + flow.missing()
                + ",\n\"phases\":" + phases
                + ",\n\"lanes\":"
                + list(
                        List.copyOf(lanes.entrySet()),
                        lane -> "{\"name\":" + text(lane.getKey()) + ",\"spans\":"
                                + list(lane.getValue().stream().sorted(BY_START).toList(), FlowData::span) + "}")
                + ",\n\"choices\":" + list(flow.choices(), FlowData::choice) + "}";
    }

    private static String span(QueryFlow.Span span) {
        return "[" + span.phase().ordinal() + "," + span.depth() + "," + span.startNanos() / 1000 + ","
                + (span.endNanos() - span.startNanos()) / 1000 + "," + span.rows() + "," + span.bytes() + "]";
    }

    private static String choice(QueryFlow.Choice made) {
        Decision decision = made.decision();
        return "{\"at\":" + made.nanos() / 1000
                + ",\"operator\":" + text(decision.operator())
                + ",\"choice\":" + text(decision.choice())
                + ",\"reason\":" + text(decision.reason())
                + ",\"rejected\":" + list(decision.rejected(), FlowData::text) + "}";
    }

    private static <T> String list(List<T> values, Function<T, String> form) {
        return values.stream().map(form).collect(Collectors.joining(",", "[", "]"));
    }

    /// A string, in which everything that could end a script or a line is an escape.
    private static String text(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            boolean plain = c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
            if (plain) {
                text.append(c);
            } else {
                text.append(String.format("\\u%04x", (int) c));
            }
        }
        return text.append('"').toString();
    }
}
