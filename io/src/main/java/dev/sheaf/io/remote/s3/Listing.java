package dev.sheaf.io.remote.s3;

import dev.sheaf.io.remote.http.Entry;
import java.io.ByteArrayInputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// A page of what a bucket has below a prefix.
///
/// @param next what asks for the next page, or empty
record Listing(List<Entry> entries, String next) {

    /// Reads the answer to ListObjectsV2.
    ///
    /// @throws XMLStreamException if it is none
    static Listing read(byte[] xml) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(xml));
        List<Entry> entries = new ArrayList<>();
        String next = "";
        boolean isListing = false;
        while (reader.hasNext()) {
            if (reader.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (reader.getLocalName()) {
                case "ListBucketResult" -> isListing = true;
                case "Contents" -> entries.add(file(children(reader, "Contents")));
                case "CommonPrefixes" -> entries.add(folder(children(reader, "CommonPrefixes")));
                case "NextContinuationToken" -> next = reader.getElementText();
                default -> {
                    // of the request, or of no use here
                }
            }
        }
        if (!isListing) {
            throw new XMLStreamException("no ListBucketResult");
        }
        return new Listing(List.copyOf(entries), next);
    }

    private static Map<String, String> children(XMLStreamReader reader, String name) throws XMLStreamException {
        Map<String, String> values = new HashMap<>();
        for (int event = reader.next();
                !(event == XMLStreamConstants.END_ELEMENT
                        && reader.getLocalName().equals(name));
                event = reader.next()) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                String child = reader.getLocalName();
                values.put(
                        child, child.equals("Owner") || child.equals("RestoreStatus") ? "" : reader.getElementText());
            }
        }
        return values;
    }

    private static Entry file(Map<String, String> values) throws XMLStreamException {
        try {
            return new Entry(
                    required(values, "Key"),
                    Long.parseLong(required(values, "Size")),
                    Instant.parse(values.getOrDefault("LastModified", "1970-01-01T00:00:00Z")),
                    false);
        } catch (NumberFormatException | DateTimeException wrong) {
            throw new XMLStreamException("a file without size or date", wrong);
        }
    }

    private static Entry folder(Map<String, String> values) throws XMLStreamException {
        return Entry.folder(required(values, "Prefix").replaceFirst("/$", ""));
    }

    private static String required(Map<String, String> values, String name) throws XMLStreamException {
        String value = values.get(name);
        if (value == null) {
            throw new XMLStreamException("no " + name);
        }
        return value;
    }
}
