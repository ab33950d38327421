package dev.sheaf.groupby;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Table;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

/// Knows the backends of this process and chooses among them.
public final class Backends {
    private Backends() {}

    /// All backends, usable or not.
    public static List<Backend> all() {
        return Loaded.ALL;
    }

    /// A backend and why it was chosen.
    public record Choice(Backend backend, Offer.Accepted offer, List<String> rejected) {
        /// The choice as it is noted in a context.
        public Decision decision() {
            return new Decision("group by", backend.name() + ": " + offer.strategy(), offer.reason(), rejected);
        }
    }

    /// Checks a request, lets a backend run it, and returns the result.
    ///
    /// @throws IllegalArgumentException if the request is not valid
    public static BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context) {
        return execute(request, GroupFinish.NONE, input, context);
    }

    /// As [#execute(GroupByRequest, BatchSource, QueryContext)], with what becomes of the groups.
    ///
    /// @throws IllegalArgumentException if the request is not valid, or `finish` does not fit its result
    public static BatchSource execute(
            GroupByRequest request, GroupFinish finish, BatchSource input, QueryContext context) {
        RequestChecks.check(request.keys(), request.aggregates());
        Choice choice = choose(request, input.stats(), context);
        if (isWorthNoting(choice.backend(), context)) {
            context.decided(choice.decision());
        }
        return finish.isNone()
                ? choice.backend().execute(request, input, context)
                : choice.backend().execute(request, finish, input, context);
    }

    /// Checks a request and starts to accumulate its groups, on a backend that is preferred and can, else on
    /// the CPU.
    ///
    /// @throws IllegalArgumentException if the request is not valid
    /// @throws IllegalStateException if no backend is there; the CPU's is part of this module
    public static Accumulator accumulate(GroupByRequest request, long maxDistinctKeys, QueryContext context) {
        RequestChecks.check(request.keys(), request.aggregates());
        if (context.backend() == BackendPreference.CUDA) {
            all().forEach(backend -> noteIfUnavailable(backend, context));
        }
        List<Backend> usable = all().stream()
                .filter(backend -> isCpu(backend) || context.backend() != BackendPreference.CPU)
                .filter(backend -> backend.status() instanceof BackendStatus.Available)
                .sorted(Comparator.comparing(Backends::isCpu))
                .toList();
        for (Backend backend : usable) {
            Optional<Accumulator> accumulator = backend.accumulate(request, maxDistinctKeys, context);
            if (accumulator.isPresent()) {
                return accumulator.get();
            }
        }
        throw new IllegalStateException("no backend accumulates groups batch by batch");
    }

    /// The group of each row of a table of keys, found by the first backend that can; the caller closes it.
    static GroupIds groupIds(GroupByRequest request, Table keys, Optional<BoolColumn> wanted, QueryContext context) {
        RequestChecks.check(request.keys(), request.aggregates());
        return all().stream()
                .flatMap(backend -> backend.groupIds(request, keys, wanted, context).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no backend finds groups without aggregates"));
    }

    /// Whether a user may wonder why the CPU was chosen: a GPU was asked for, or there is one.
    private static boolean isWorthNoting(Backend chosen, QueryContext context) {
        return isCpu(chosen)
                && (context.backend() == BackendPreference.CUDA
                        || (context.backend() == BackendPreference.AUTO
                                && all().stream()
                                        .anyMatch(backend -> !isCpu(backend)
                                                && backend.status() instanceof BackendStatus.Available)));
    }

    private static void noteIfUnavailable(Backend backend, QueryContext context) {
        if (backend.status() instanceof BackendStatus.Unavailable(String reason)) {
            context.decided(new Decision("group by", "cpu", "asked for cuda", List.of(backend.name() + ": " + reason)));
        }
    }

    private static boolean isCpu(Backend backend) {
        return backend.name().equals("cpu");
    }

    /// The backend that would finish first of those that the context allows; the CPU when the preferred one cannot.
    /// The others are among the rejected, with the time that they would take.
    public static Choice choose(GroupByRequest request, SourceStats stats, QueryContext context) {
        List<String> rejected = new ArrayList<>();
        List<Choice> able = new ArrayList<>();
        SourceStats known = stats.with(isContested(context) ? once(stats.sample()) : SourceStats.KeySample.NONE);
        for (Backend backend : all()) {
            switch (answer(backend, request, known, context)) {
                case Offer.Refused(String reason) -> rejected.add(backend.name() + ": " + reason);
                case Offer.Accepted offer -> able.add(new Choice(backend, offer, rejected));
            }
        }
        Choice best = able.stream()
                .min(Comparator.comparingDouble(choice -> rank(choice.backend(), choice.offer(), context)))
                .orElseThrow(() ->
                        new IllegalStateException("no backend runs this request: " + String.join("; ", rejected)));
        able.stream()
                .filter(choice -> !choice.backend().equals(best.backend()))
                .forEach(choice -> rejected.add(lost(choice, best)));
        return best;
    }

    /// A sample that is taken once, for all backends.
    private static SourceStats.KeySample once(SourceStats.KeySample sample) {
        Map<List<?>, Optional<SourceStats.Look>> known = new ConcurrentHashMap<>();
        return (columns, condition) ->
                known.computeIfAbsent(List.of(columns, condition), _ -> sample.look(columns, condition));
    }

    /// Whether estimates decide, so that a look at the rows is worth its time.
    private static boolean isContested(QueryContext context) {
        return context.backend() == BackendPreference.AUTO
                && all().stream()
                                .filter(backend -> backend.status() instanceof BackendStatus.Available)
                                .count()
                        > 1;
    }

    private static String lost(Choice choice, Choice best) {
        Offer.Accepted offer = choice.offer();
        return choice.backend().name() + ": " + offer.strategy() + " would take " + time(offer.estimatedSeconds())
                + ", " + best.backend().name() + " " + time(best.offer().estimatedSeconds()) + " (" + offer.reason()
                + ")";
    }

    private static String time(double seconds) {
        return seconds < Double.MAX_VALUE ? String.format(Locale.ROOT, "%.1f ms", seconds * 1e3) : "an unknown time";
    }

    private static Offer answer(Backend backend, GroupByRequest request, SourceStats stats, QueryContext context) {
        if (context.backend() == BackendPreference.CPU && !backend.name().equals("cpu")) {
            return new Offer.Refused("the CPU was asked for");
        }
        return switch (backend.status()) {
            case BackendStatus.Available _ -> backend.offer(request, stats, context);
            case BackendStatus.Unavailable(String reason) -> new Offer.Refused(reason);
        };
    }

    /// Estimated seconds; a backend that was asked for by name goes before all others.
    private static double rank(Backend backend, Offer.Accepted offer, QueryContext context) {
        boolean preferred = backend.name().equals(context.backend().name().toLowerCase(Locale.ROOT));
        return preferred ? -1 : offer.estimatedSeconds();
    }

    private static final class Loaded {
        static final List<Backend> ALL = ServiceLoader.load(Backend.class, Backend.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
