package dev.sheaf.expr.regex;

import dev.sheaf.expr.regex.RegexNode.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Reads a regular expression: choices of sequences of atoms, each with a repeat behind it.
final class RegexParser {
    private static final int MOST_DEPTH = 200;
    private static final Pattern NAMED = Pattern.compile("\\(\\?P?<\\w+>");
    private static final Pattern FLAGS = Pattern.compile("\\(\\?([imsU]*)(?:-([imsU]+))?([:)])");

    private final RegexSource source;
    private final RegexRepeats repeats;
    private RegexFlags flags;
    private int depth;
    private int groups;

    RegexParser(String source, RegexFlags flags) {
        this.source = new RegexSource(source);
        this.repeats = new RegexRepeats(this.source);
        this.flags = flags;
    }

    int groups() {
        return groups;
    }

    /// The source as a text that stands for itself.
    RegexNode literal() {
        List<RegexNode> parts = new ArrayList<>();
        while (!source.isRead()) {
            parts.add(point());
        }
        return new RegexNode.Sequence(parts);
    }

    /// @throws IllegalArgumentException if the source is no regular expression
    RegexNode parse() {
        RegexNode tree = choice();
        if (!source.isRead()) {
            throw new IllegalArgumentException("a ) has no (");
        }
        return tree;
    }

    private RegexNode choice() {
        if (++depth > MOST_DEPTH) {
            throw new IllegalArgumentException("it is nested more than " + MOST_DEPTH + " deep");
        }
        List<RegexNode> options = new ArrayList<>(List.of(sequence()));
        while (source.take("|")) {
            options.add(sequence());
        }
        depth--;
        return options.size() == 1 ? options.getFirst() : new RegexNode.Choice(options);
    }

    private RegexNode sequence() {
        List<RegexNode> parts = new ArrayList<>();
        while (!source.isRead() && !source.isOneOf("|)")) {
            if (source.take("\\Q")) {
                quoted(parts);
            } else {
                RegexNode atom = atom();
                parts.add(repeats.of(atom, flags.lazy()));
            }
        }
        return new RegexNode.Sequence(parts);
    }

    private void quoted(List<RegexNode> parts) {
        while (!source.isRead() && !source.take("\\E")) {
            parts.add(point());
        }
    }

    private RegexNode point() {
        return RegexClasses.point(source.takePoint(), flags.fold());
    }

    private RegexNode atom() {
        repeats.refuseSign();
        if (source.startsWith("(")) {
            return group();
        }
        if (source.take(".")) {
            boolean all = flags.dotAll();
            return new RegexNode.One(point -> all || point != '\n');
        }
        Optional<Place> place = place();
        if (place.isPresent()) {
            return new RegexNode.Check(place.get());
        }
        return source.isOneOf("[\\") ? source.takeClass(flags.fold()) : point();
    }

    private Optional<Place> place() {
        if (source.take("^")) {
            return Optional.of(flags.lines() ? Place.LINE_START : Place.TEXT_START);
        }
        if (source.take("$")) {
            return Optional.of(flags.lines() ? Place.LINE_END : Place.TEXT_END);
        }
        if (source.take("\\A")) {
            return Optional.of(Place.TEXT_START);
        }
        if (source.take("\\z")) {
            return Optional.of(Place.TEXT_END);
        }
        if (source.take("\\b")) {
            return Optional.of(Place.WORD_BORDER);
        }
        return source.take("\\B") ? Optional.of(Place.NO_WORD_BORDER) : Optional.empty();
    }

    private RegexNode group() {
        RegexFlags outside = flags;
        Optional<MatchResult> start = source.take(FLAGS);
        if (start.isPresent()) {
            String off = start.get().group(2);
            flags = flags.with(start.get().group(1), true).with(off == null ? "" : off, false);
            boolean isAlone = start.get().group(3).equals(")");
            return isAlone ? new RegexNode.Sequence(List.of()) : closed(choice(), outside);
        }
        if (source.take(NAMED).isEmpty()) {
            if (source.startsWith("(?")) {
                throw new IllegalArgumentException("a group starts with something unknown, or looks around");
            }
            source.take("(");
        }
        int number = ++groups;
        return new RegexNode.Group(closed(choice(), outside), number);
    }

    private RegexNode closed(RegexNode body, RegexFlags outside) {
        if (!source.take(")")) {
            throw new IllegalArgumentException("a ( has no )");
        }
        flags = outside;
        return body;
    }
}
