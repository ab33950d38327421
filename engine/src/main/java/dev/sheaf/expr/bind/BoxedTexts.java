package dev.sheaf.expr.bind;

import dev.sheaf.expr.Function;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The text functions on Java strings, by arrays of code points.
final class BoxedTexts {
    /// In a pattern that is taken apart: `%` and `_`. No code point is negative.
    private static final int ANY_RUN = -1;

    private static final int ANY_POINT = -2;
    private static final int NO_ESCAPE = -3;

    private BoxedTexts() {}

    static Object compute(BoundExpr.Call call, Object[] values) {
        if (call.function() == Function.OCTET_LENGTH) {
            return values[0] instanceof byte[] bytes ? (long) bytes.length : (long) utf8((String) values[0]).length;
        }
        String text = (String) values[0];
        return switch (call.function()) {
            case LENGTH -> (long) points(text).length;
            case LOWER -> map(text, false);
            case UPPER -> map(text, true);
            case SUBSTRING -> substring(text, (Long) values[1], values.length == 3 ? (Long) values[2] : Long.MAX_VALUE);
            case LEFT -> left(text, (Long) values[1]);
            case RIGHT -> right(text, (Long) values[1]);
            case TRIM -> trim(text, values, true, true);
            case LTRIM -> trim(text, values, true, false);
            case RTRIM -> trim(text, values, false, true);
            case CONCAT -> concat(values);
            case REPLACE ->
                ((String) values[1]).isEmpty() ? text : text.replace((String) values[1], (String) values[2]);
            case REPEAT -> text.repeat(Math.toIntExact(Math.max(0, (Long) values[1])));
            case LPAD -> pad(text, (Long) values[1], (String) values[2], true);
            case RPAD -> pad(text, (Long) values[1], (String) values[2], false);
            case POSITION -> position((String) values[1], text);
            case CONTAINS -> text.contains((String) values[1]);
            case STARTS_WITH -> text.startsWith((String) values[1]);
            case ENDS_WITH -> text.endsWith((String) values[1]);
            case LIKE -> like(text, (String) values[1], values.length == 3 ? (String) values[2] : "");
            case ILIKE ->
                like(
                        map(text, false),
                        map((String) values[1], false),
                        values.length == 3 ? map((String) values[2], false) : "");
            default -> throw new AssertionError(call.function());
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int[] points(String text) {
        return text.codePoints().toArray();
    }

    private static String string(int[] points, long from, long to) {
        int start = Math.clamp(from, 0, points.length);
        int end = Math.clamp(to, start, points.length);
        return new String(points, start, end - start);
    }

    private static String map(String text, boolean upper) {
        int[] points = points(text);
        for (int i = 0; i < points.length; i++) {
            int capital = points[i] == 'ß' ? 'ẞ' : Character.toUpperCase(points[i]);
            points[i] = upper ? capital : Character.toLowerCase(points[i]);
        }
        return string(points, 0, points.length);
    }

    private static String substring(String text, long from, long count) {
        int[] points = points(text);
        BigInteger first = BigInteger.valueOf(from >= 0 ? from - 1 : points.length + from);
        BigInteger other = first.add(BigInteger.valueOf(count));
        return string(points, index(first.min(other)), index(first.max(other)));
    }

    /// As an int, anything beyond all texts being as good as any other.
    private static int index(BigInteger position) {
        BigInteger far = BigInteger.valueOf(Integer.MAX_VALUE);
        return position.min(far).max(far.negate()).intValueExact();
    }

    private static String left(String text, long count) {
        int[] points = points(text);
        return string(points, 0, count >= 0 ? count : points.length + count);
    }

    private static String right(String text, long count) {
        int[] points = points(text);
        return count >= 0
                ? string(points, points.length - Math.min(count, points.length), points.length)
                : string(points, count == Long.MIN_VALUE ? Long.MAX_VALUE : -count, points.length);
    }

    private static String trim(String text, Object[] values, boolean atStart, boolean atEnd) {
        int[] points = points(text);
        int[] set = points(values.length == 2 ? (String) values[1] : " ");
        int start = 0;
        int end = points.length;
        while (atStart && start < end && contains(set, points[start])) {
            start++;
        }
        while (atEnd && start < end && contains(set, points[end - 1])) {
            end--;
        }
        return string(points, start, end);
    }

    private static boolean contains(int[] set, int point) {
        return Arrays.stream(set).anyMatch(each -> each == point);
    }

    private static String concat(Object[] values) {
        StringBuilder all = new StringBuilder();
        for (Object value : values) {
            all.append((String) value);
        }
        return all.toString();
    }

    private static String pad(String text, long asked, String padding, boolean left) {
        int count = (int) Math.max(0, asked);
        int[] points = points(text);
        if (points.length >= count) {
            return string(points, 0, count);
        }
        int[] fill = points(padding);
        if (fill.length == 0) {
            throw new IllegalArgumentException("nothing to pad with");
        }
        StringBuilder added = new StringBuilder();
        for (int i = 0; i < count - points.length; i++) {
            added.appendCodePoint(fill[i % fill.length]);
        }
        return left ? added + text : text + added;
    }

    private static long position(String part, String text) {
        int found = text.indexOf(part);
        return found < 0 ? 0 : text.codePointCount(0, found) + 1;
    }

    /// Matches code point by code point. After a mismatch the last `%` takes one more code point and all after it is
    /// tried again; earlier ones need not be, so that the cost is at most the product of both lengths.
    private static boolean like(String text, String pattern, String escape) {
        int[] points = points(text);
        int[] wanted = wanted(pattern, escape);
        int at = 0;
        int next = 0;
        int lastRun = -1;
        int taken = 0;
        while (at < points.length) {
            if (next < wanted.length && wanted[next] == ANY_RUN) {
                lastRun = next++;
                taken = at;
            } else if (next < wanted.length && (wanted[next] == ANY_POINT || wanted[next] == points[at])) {
                next++;
                at++;
            } else if (lastRun >= 0) {
                next = lastRun + 1;
                at = ++taken;
            } else {
                return false;
            }
        }
        return Arrays.stream(wanted, next, wanted.length).allMatch(point -> point == ANY_RUN);
    }

    private static int[] wanted(String pattern, String escape) {
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw new IllegalArgumentException("the escape is one character, not '" + escape + "'");
        }
        int escapePoint = escape.isEmpty() ? NO_ESCAPE : escape.codePointAt(0);
        int[] points = points(pattern);
        int[] wanted = new int[points.length];
        int size = 0;
        for (int i = 0; i < points.length; i++) {
            if (points[i] == escapePoint) {
                if (++i == points.length) {
                    throw new IllegalArgumentException("the pattern ends in its escape character");
                }
                wanted[size++] = points[i];
            } else {
                wanted[size++] = points[i] == '%' ? ANY_RUN : points[i] == '_' ? ANY_POINT : points[i];
            }
        }
        return Arrays.copyOf(wanted, size);
    }
}
