package tilewright.report;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tilewright.report.stored.Results;

/** A report page as a document: the page is well-formed XML, so any unescaped character fails here. */
final class ParsedPage {
    final String html;
    private final Document document;
    private final XPath xpath = XPathFactory.newInstance().newXPath();

    private ParsedPage(String html) throws Exception {
        this.html = html;
        document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(html)));
    }

    static ParsedPage of(Results results) throws Exception {
        return of(HtmlReport.of(results));
    }

    static ParsedPage of(String html) throws Exception {
        return new ParsedPage(html);
    }

    List<Element> all(String path) throws Exception {
        NodeList nodes = (NodeList) xpath.evaluate(path, document, XPathConstants.NODESET);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    /** Text of every match, blanks evened out. */
    List<String> texts(String path) throws Exception {
        return all(path).stream()
                .map(e -> e.getTextContent().strip().replaceAll("\\s+", " "))
                .toList();
    }

    String text(String path) throws Exception {
        return String.join(" | ", texts(path));
    }
}
