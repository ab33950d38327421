package dev.sheaf.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.frame.DataFrame;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// Pictures are read back as documents, and points are looked for where they belong.
class PlotTest {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private static Document parsed(Plot plot) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(plot.toSvg().getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> elements(Document svg, String name) {
        NodeList found = svg.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static List<Double> numbers(String text) {
        List<Double> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(Double.parseDouble(matcher.group()));
        }
        return numbers;
    }

    private static String title(Document svg) {
        return elements(svg, "title").getFirst().getTextContent();
    }

    /// The corners of lines: x and y in turn. A line that begins where the one before does not end is another one.
    private static List<List<Double>> lines(Document svg) {
        List<List<Double>> lines = new ArrayList<>();
        for (Element line : elements(svg, "line")) {
            if (line.hasAttribute("clip-path")) {
                List<Double> start = List.of(number(line, "x1"), number(line, "y1"));
                List<Double> before = lines.isEmpty() ? List.of() : lines.getLast();
                if (before.size() < 2
                        || !before.subList(before.size() - 2, before.size()).equals(start)) {
                    lines.add(new ArrayList<>(start));
                }
                lines.getLast().addAll(List.of(number(line, "x2"), number(line, "y2")));
            }
        }
        return lines;
    }

    @Test
    void pointsLieWhereTheirNumbersSay() throws Exception {
        DataFrame frame = DataFrame.of("x", new int[] {0, 1, 2, 4}, "y", new Double[] {0.0, 10.0, null, 40.0});

        Document svg =
                parsed(Plot.scatter(frame, "x", "y").title("Points & more").size(600, 400));
        List<Element> points = elements(svg, "circle");

        assertThat(points).hasSize(3);
        double step = number(points.get(1), "cx") - number(points.get(0), "cx");
        double rise = number(points.get(0), "cy") - number(points.get(1), "cy");
        assertThat(step).isPositive();
        assertThat(rise).isPositive();
        assertThat(number(points.get(2), "cx") - number(points.get(0), "cx")).isCloseTo(4 * step, within(0.1));
        assertThat(number(points.get(0), "cy") - number(points.get(2), "cy")).isCloseTo(4 * rise, within(0.1));
        assertThat(title(svg)).isEqualTo("Points & more");
        assertThat(number(svg.getDocumentElement(), "width")).isEqualTo(600);
        assertThat(number(svg.getDocumentElement(), "height")).isEqualTo(400);
    }

    @Test
    void aLineGoesThroughAllRowsInOrder() throws Exception {
        int rows = 50;
        LocalDate[] days = new LocalDate[rows];
        long[] values = new long[rows];
        for (int i = 0; i < rows; i++) {
            days[i] = LocalDate.of(2024, 1, 1).plusDays(i);
            values[i] = (long) i * i;
        }
        DataFrame frame = DataFrame.of("day", days, "v", values);

        List<Double> corners = lines(parsed(Plot.line(frame, "day", "v"))).getFirst();

        assertThat(corners).hasSize(2 * rows);
        double step = corners.get(2) - corners.get(0);
        double unit = corners.get(1) - corners.get(3);
        for (int i = 0; i < rows; i++) {
            assertThat(corners.get(2 * i) - corners.get(0)).isCloseTo(i * step, within(0.5));
            assertThat(corners.get(1) - corners.get(2 * i + 1)).isCloseTo(i * i * unit, within(i * i * 0.01 + 0.5));
        }
    }

    @Test
    void severalLinesGoTheirWays() throws Exception {
        DataFrame frame = DataFrame.of("x", new int[] {1, 2}, "first", new int[] {1, 2}, "other", new int[] {2, 1});

        List<List<Double>> lines = lines(parsed(Plot.line(frame, "x", "first", "other")));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).get(1)).isGreaterThan(lines.get(0).get(3));
        assertThat(lines.get(1).get(1)).isLessThan(lines.get(1).get(3));
    }

    @Test
    void barsAreAsHighAsTheirNumbers() throws Exception {
        DataFrame frame = DataFrame.of("region", new String[] {"north", "south", "west"}, "units", new int[] {1, 2, 4});

        for (Plot plot : List.of(Plot.bar(frame, "region", "units"), Plot.bar(frame.get("units")))) {
            List<Double> heights = heights(parsed(plot));
            assertThat(heights).hasSize(3);
            assertThat(heights.get(1)).isCloseTo(2 * heights.get(0), within(0.5));
            assertThat(heights.get(2)).isCloseTo(4 * heights.get(0), within(0.5));
        }
        assertThatThrownBy(() -> Plot.bar(DataFrame.concat(frame, frame), "region", "units"))
                .hasMessageContaining("comes twice");
    }

    @Test
    void aHistogramCountsWhatLiesInEachRange() throws Exception {
        DataFrame frame = DataFrame.of(
                "v", new Double[] {0.0, 1.0, 2.0, 2.5, 2.6, 2.9, 10.0, null, Double.NaN, Double.POSITIVE_INFINITY});

        Points points = Points.counted(frame, 5, "v");
        assertThat(points.y()).containsExactly(2.0, 4.0, 0.0, 0.0, 1.0);
        assertThat(points.x().getFirst()).isEqualTo("0.000");

        List<Double> heights = heights(parsed(Plot.histogram(frame, 5, "v")));
        assertThat(heights.get(1)).isCloseTo(2 * heights.get(0), within(0.5));
        assertThat(Points.counted(DataFrame.of("v", new int[] {7, 7}), 3, "v").y())
                .containsExactly(2.0, 0.0, 0.0);
    }

    /// Of the filled paths of bars: those that begin at the bottom line of the picture.
    private static List<Double> heights(Document svg) {
        List<double[]> boxes = new ArrayList<>();
        for (Element path : elements(svg, "path")) {
            List<Double> corners = numbers(path.getAttribute("d"));
            if (corners.size() == 8 || corners.size() == 10) {
                boxes.add(box(corners));
            }
        }
        elements(svg, "rect")
                .forEach(rect -> boxes.add(new double[] {
                    number(rect, "y"),
                    number(rect, "y") + number(rect, "height"),
                    number(rect, "x"),
                    number(rect, "width")
                }));
        double bottom = boxes.stream()
                .filter(box -> box[1] - box[0] > 10 && box[3] > 10 && box[3] < 300)
                .mapToDouble(box -> box[1])
                .max()
                .orElseThrow();
        return boxes.stream()
                .filter(box -> Math.abs(box[1] - bottom) < 0.5 && box[3] > 10 && box[3] < 300)
                .sorted(java.util.Comparator.comparingDouble(box -> box[2]))
                .map(box -> box[1] - box[0])
                .distinct()
                .toList();
    }

    private static double[] box(List<Double> corners) {
        double left = Double.MAX_VALUE;
        double right = -Double.MAX_VALUE;
        double top = Double.MAX_VALUE;
        double bottom = -Double.MAX_VALUE;
        for (int i = 0; i < corners.size(); i += 2) {
            left = Math.min(left, corners.get(i));
            right = Math.max(right, corners.get(i));
            top = Math.min(top, corners.get(i + 1));
            bottom = Math.max(bottom, corners.get(i + 1));
        }
        return new double[] {top, bottom, left, right - left};
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        DataFrame frame = DataFrame.of("t", new String[] {"a"}, "n", new Integer[] {null}, "v", new int[] {1});

        assertThatThrownBy(() -> Plot.line(frame, "t", "v")).hasMessageContaining("no places on an axis");
        assertThatThrownBy(() -> Plot.line(frame, "v", "t")).hasMessageContaining("no numbers");
        assertThatThrownBy(() -> Plot.line(frame, "v", "n")).hasMessageContaining("no value to draw");
        assertThatThrownBy(() -> Plot.histogram(frame, 3, "n")).hasMessageContaining("no finite number");
        assertThatThrownBy(() -> Plot.histogram(frame, 0, "v")).hasMessageContaining("bins");
        assertThatThrownBy(() -> Plot.line(frame, "v")).hasMessageContaining("a column of numbers");
        assertThatThrownBy(() -> Plot.line(frame, "w", "v")).hasMessageContaining("\"w\" not found");
        DataFrame many = DataFrame.of("v", new int[Plot.MOST_POINTS + 1]);
        assertThatThrownBy(() -> Plot.line(many, "v", "v")).hasMessageContaining("too many");
    }

    @Test
    void picturesAreWrittenToFiles(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("plot.svg");
        Plot.line(DataFrame.of("x", new int[] {1, 2}, "y", new int[] {1, 2}), "x", "y")
                .write(file);

        assertThat(Files.readString(file)).contains("<svg", "</svg>");
    }
}
