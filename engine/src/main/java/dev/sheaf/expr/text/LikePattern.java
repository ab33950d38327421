package dev.sheaf.expr.text;

import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.LikeConstants;
import dev.sheaf.expr.value.LikeSyntax;
import dev.sheaf.expr.vector.ByteSearch;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A compiled LIKE pattern: the parts between its `%` signs. The first and last part lie at the ends of the
/// text, those between are sought one after another, each as far left as it goes, which finds a match if there
/// is one.
public final class LikePattern {
    private final List<Part> parts;
    private final Shape shape;

    /// Patterns that need no more than one comparison or search.
    private enum Shape {
        PREFIX,
        SUFFIX,
        INSIDE,
        OTHER
    }

    private LikePattern(List<Part> parts) {
        this.parts = parts;
        this.shape = shape(parts);
    }

    private static Shape shape(List<Part> parts) {
        if (parts.stream().anyMatch(part -> part.holes.length > 0)) {
            return Shape.OTHER;
        }
        boolean openStart = parts.getFirst().size == 0;
        boolean openEnd = parts.getLast().size == 0;
        return switch (parts.size()) {
            case 2 -> openEnd ? Shape.PREFIX : openStart ? Shape.SUFFIX : Shape.OTHER;
            case 3 -> openStart && openEnd ? Shape.INSIDE : Shape.OTHER;
            default -> Shape.OTHER;
        };
    }

    /// The pattern of a constant and a constant escape, if there is one; null if one is no constant.
    ///
    /// @throws IllegalArgumentException as [#compile]
    public static @Nullable LikePattern ofConstants(List<BoundExpr> arguments, boolean anyCase) {
        return LikeConstants.of(arguments, anyCase)
                .map(constants -> of(constants.parts()))
                .orElse(null);
    }

    /// @throws IllegalArgumentException as [LikeSyntax#parts]
    static LikePattern compile(String pattern, String escape) {
        return of(LikeSyntax.parts(pattern, escape));
    }

    private static LikePattern of(List<String> parts) {
        return new LikePattern(parts.stream().map(Part::of).toList());
    }

    boolean matches(ByteBuffer bytes, int start, int end) {
        return switch (shape) {
            case PREFIX -> parts.getFirst().matchesAt(bytes, start, start, end);
            case SUFFIX -> parts.getLast().matchesAt(bytes, end - parts.getLast().size, start, end);
            case INSIDE -> parts.get(1).find(bytes, start, end) >= 0;
            case OTHER -> matchesAny(bytes, start, end);
        };
    }

    private boolean matchesAny(ByteBuffer bytes, int start, int end) {
        Part first = parts.getFirst();
        int at = first.matchAt(bytes, start, end);
        if (parts.size() == 1 || at < 0) {
            return at == end;
        }
        Part last = parts.getLast();
        int limit = last.startBefore(bytes, at, end);
        if (limit < 0 || last.matchAt(bytes, limit, end) != end) {
            return false;
        }
        for (int i = 1; i < parts.size() - 1; i++) {
            at = parts.get(i).find(bytes, at, limit);
            if (at < 0) {
                return false;
            }
        }
        return true;
    }

    /// Bytes, with holes that take any code point.
    private static final class Part {
        private final ByteBuffer literal;
        private final int size;
        private final int codePoints;
        private final int[] holes;

        private Part(byte[] literal, int codePoints, int[] holes) {
            this.literal = Views.copyOf(literal);
            this.size = literal.length;
            this.codePoints = codePoints;
            this.holes = holes;
        }

        static Part of(String text) {
            StringBuilder literal = new StringBuilder();
            List<Integer> holes = new ArrayList<>();
            text.codePoints().forEach(point -> {
                if (point == LikeSyntax.ANY) {
                    holes.add(literal.toString().getBytes(StandardCharsets.UTF_8).length);
                } else {
                    literal.appendCodePoint(point);
                }
            });
            byte[] bytes = literal.toString().getBytes(StandardCharsets.UTF_8);
            int codePoints = literal.codePointCount(0, literal.length()) + holes.size();
            return new Part(
                    bytes,
                    codePoints,
                    holes.stream().mapToInt(Integer::intValue).toArray());
        }

        /// Whether the part, which has no holes, lies at `at`.
        boolean matchesAt(ByteBuffer bytes, int at, int start, int end) {
            return size <= end - start && ByteSearch.matches(bytes, at, literal, 0, size);
        }

        /// Where the part ends if it lies at `at`, else -1.
        int matchAt(ByteBuffer bytes, int at, int end) {
            int next = at;
            int done = 0;
            for (int hole : holes) {
                next = matchLiteral(bytes, next, end, done, hole - done);
                if (next < 0 || next == end) {
                    return -1;
                }
                next = Utf8.next(bytes, next, end);
                done = hole;
            }
            return matchLiteral(bytes, next, end, done, size - done);
        }

        private int matchLiteral(ByteBuffer bytes, int at, int end, int from, int count) {
            boolean same = count <= end - at && ByteSearch.matches(bytes, at, literal, from, count);
            return same ? at + count : -1;
        }

        /// Where the part starts if it ends at `end`, or -1 if that is before `start`.
        int startBefore(ByteBuffer bytes, int start, int end) {
            if (holes.length == 0) {
                return end - size >= start ? end - size : -1;
            }
            int from = Utf8.backward(bytes, start, end, codePoints);
            return Utf8.forward(bytes, from, end, codePoints) == end ? from : -1;
        }

        /// Where the first occurrence in `[start, end)` ends, or -1.
        int find(ByteBuffer bytes, int start, int end) {
            if (holes.length == 0) {
                int found = ByteSearch.find(bytes, start, end, literal, 0, size);
                return found < 0 ? -1 : found + size;
            }
            for (int at = start; at < end; at = Utf8.next(bytes, at, end)) {
                int matched = matchAt(bytes, at, end);
                if (matched >= 0) {
                    return matched;
                }
            }
            return -1;
        }
    }
}
