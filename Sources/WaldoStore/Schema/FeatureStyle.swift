/// The default style of a feature layer: points coloured by value in five classes, blue to yellow (viridis).
enum FeatureStyle {
    private static let colours = [(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)]

    /// QGIS's own format. The classes are fifths of the range of each stream's values, which QGIS computes from the
    /// rows as they are: so one style fits every quantity, and a survey that still goes on.
    static var qml: String {
        let ranges = colours.indices.map { index in
            """
            <range lower="\(Double(index) / 5)" upper="\(Double(index + 1) / 5)" symbol="\(index)" render="true" \
            label="\(index * 20) - \(index * 20 + 20) % of the stream&apos;s range"/>
            """
        }
        let symbols = colours.enumerated().map { index, colour in
            let properties = [
                ("name", "circle"), ("size", "2.6"), ("size_unit", "MM"), ("outline_style", "no"),
                ("color", "\(colour.0),\(colour.1),\(colour.2),255"),
            ]
            let options = properties.map { "<Option name=\"\($0)\" value=\"\($1)\" type=\"QString\"/>" }.joined()
            let older = properties.map { "<prop k=\"\($0)\" v=\"\($1)\"/>" }.joined()
            return """
                <symbol type="marker" name="\(index)" alpha="1"><layer class="SimpleMarker" enabled="1" pass="0" \
                locked="0"><Option type="Map">\(options)</Option>\(older)</layer></symbol>
                """
        }
        return """
            <!DOCTYPE qgis PUBLIC "http://mrcc.com/qgis.dtd" "SYSTEM">
            <qgis version="3.22.0" styleCategories="Symbology"><renderer-v2 type="graduatedSymbol" \
            graduatedMethod="GraduatedColor" symbollevels="0" enableorderby="0" forceraster="0" \
            attr="\(escaped(share))"><ranges>\(ranges.joined())</ranges><symbols>\(symbols.joined())</symbols>\
            </renderer-v2></qgis>
            """
    }

    /// A value's position in the range of its stream, 0 to 1, as an expression of QGIS.
    private static let share = """
        if("value" is null, null, coalesce(("value" - minimum("value", "stream")) / nullif(maximum("value", "stream") \
        - minimum("value", "stream"), 0), 0))
        """

    /// The standard's Styled Layer Descriptor 1.0: fifths of one range, for programs other than QGIS.
    static func sld(_ table: String, low: Double, high: Double) -> String {
        let step = (high - low) / 5
        let rules = colours.enumerated().map { index, colour in
            let from = index == 0 ? nil : low + step * Double(index)
            let to = index == colours.count - 1 ? nil : low + step * Double(index + 1)
            return "<Rule><Name>\(label(from, to))</Name>\(filter(from, to))\(symbol(colour))</Rule>"
        }
        return """
            <StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" \
            xmlns:ogc="http://www.opengis.net/ogc"><NamedLayer><Name>\(table)</Name><UserStyle><FeatureTypeStyle>\
            \(rules.joined())</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>
            """
    }

    private static func label(_ from: Double?, _ to: Double?) -> String {
        switch (from, to) {
        case (nil, let to?): "below \(to)"
        case (let from?, nil): "from \(from)"
        case (let from?, let to?): "\(from) to \(to)"
        case (nil, nil): "all"
        }
    }

    private static func filter(_ from: Double?, _ to: Double?) -> String {
        func test(_ name: String, _ limit: Double) -> String {
            """
            <ogc:\(name)><ogc:PropertyName>value</ogc:PropertyName><ogc:Literal>\(limit)</ogc:Literal></ogc:\(name)>
            """
        }
        let tests =
            [from.map { test("PropertyIsGreaterThanOrEqualTo", $0) }, to.map { test("PropertyIsLessThan", $0) }]
            .compactMap { $0 }
        let all = tests.count == 2 ? "<ogc:And>\(tests.joined())</ogc:And>" : tests.joined()
        return "<ogc:Filter>\(all)</ogc:Filter>"
    }

    private static func symbol(_ colour: (Int, Int, Int)) -> String {
        let hex = [colour.0, colour.1, colour.2].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return """
            <PointSymbolizer><Graphic><Mark><WellKnownName>circle</WellKnownName><Fill>\
            <CssParameter name="fill">#\(hex)</CssParameter></Fill></Mark><Size>7</Size></Graphic></PointSymbolizer>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    }
}
