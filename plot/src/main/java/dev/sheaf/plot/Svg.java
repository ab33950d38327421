package dev.sheaf.plot;

import java.awt.Dimension;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/// Charts as elements of SVG, which stand alone and inside of HTML.
final class Svg {
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private Svg() {}

    static String of(Chart<?, ?> chart, int width, int height) {
        SVGGraphics2D graphics = new SVGGraphics2D(document());
        try {
            graphics.setSVGCanvasSize(new Dimension(width, height));
            chart.paint(graphics, width, height);
            Element root = graphics.getRoot();
            addTitle(root, chart.getTitle());
            return text(root);
        } finally {
            graphics.dispose();
        }
    }

    /// Texts are drawn as shapes; the title is there for those who search or listen.
    private static void addTitle(Element root, String title) {
        if (!title.isEmpty()) {
            Element element = root.getOwnerDocument().createElementNS(NAMESPACE, "title");
            element.setTextContent(title);
            root.insertBefore(element, root.getFirstChild());
        }
    }

    private static String text(Element root) {
        try {
            Transformer writer = TransformerFactory.newInstance().newTransformer();
            writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            StringWriter text = new StringWriter();
            writer.transform(new DOMSource(root), new StreamResult(text));
            return text.toString();
        } catch (TransformerException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Document document() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(NAMESPACE, "svg", null);
        } catch (ParserConfigurationException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
