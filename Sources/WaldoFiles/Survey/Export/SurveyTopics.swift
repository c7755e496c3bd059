import WaldoCore
public import WaldoSurvey

/// The topics of a survey: one for each stream, and one of fixes.
public enum SurveyTopics {
    /// The topic of a stream's samples; its messages have a schema of their own, which names the unit.
    public static func topic(of stream: StreamDescription) -> MessageTopic {
        let unit = quoted(stream.unit), quantity = quoted(stream.quantity ?? stream.name)
        let type = "waldo.Sample.\(stream.name)"
        return MessageTopic(
            name: "/sample/\(stream.name)", type: type,
            schema: """
                {"$schema":"https://json-schema.org/draft/2020-12/schema","title":\(quoted(type)),\
                "description":"A number of the stream, with its error, time and place.","type":"object",\
                "required":["timestamp","sequence","value","unit","flags"],"properties":{\
                "timestamp":{"type":"object","description":"the middle of the exposure","properties":{\
                "sec":{"type":"integer"},"nsec":{"type":"integer"}}},\
                "sequence":{"type":"integer","description":"the number of the sample in its stream"},\
                "value":{"type":["number","null"],"description":\(quantity)},\
                "low":{"type":"number","description":"the lower limit of one standard deviation"},\
                "high":{"type":"number","description":"the upper limit of one standard deviation"},\
                "unit":{"const":\(unit)},\
                "exposure":{"type":"number","description":"the time that the number stands for, in seconds"},\
                "flags":{"type":"string","description":"names with spaces between them"},\
                "longitude":{"type":"number","description":"WGS 84, degrees"},\
                "latitude":{"type":"number","description":"WGS 84, degrees"},\
                "height":{"type":"number","description":"metres"},\
                "x":{"type":"number","description":"metres from the arm's base"},\
                "y":{"type":"number","description":"metres from the arm's base"},\
                "z":{"type":"number","description":"metres from the arm's base"},\
                "accuracy":{"type":"number","description":"of the place, one standard deviation, in metres"}},\
                "additionalProperties":false}
                """)
    }

    /// The topic of places, in the schema that Foxglove's map knows by its name.
    public static let fix = MessageTopic(
        name: "/fix", type: "foxglove.LocationFix",
        schema: """
            {"title":"foxglove.LocationFix","description":"A place in WGS 84.","type":"object","required":["timestamp",\
            "frame_id","latitude","longitude","altitude","position_covariance","position_covariance_type"],\
            "properties":{\
            "timestamp":{"type":"object","title":"time","properties":{"sec":{"type":"integer","minimum":0},\
            "nsec":{"type":"integer","minimum":0,"maximum":999999999}}},\
            "frame_id":{"type":"string","description":"what is at this place"},\
            "latitude":{"type":"number","description":"degrees"},\
            "longitude":{"type":"number","description":"degrees"},\
            "altitude":{"type":"number","description":"metres; 0 where it is not known"},\
            "position_covariance":{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9,\
            "description":"east, north, up in rows, in square metres"},\
            "position_covariance_type":{"title":"foxglove.PositionCovarianceType","oneOf":[\
            {"title":"UNKNOWN","const":0},{"title":"APPROXIMATED","const":1},{"title":"DIAGONAL_KNOWN","const":2},\
            {"title":"KNOWN","const":3}]}}}
            """)

    private static func quoted(_ text: String) -> String { JSONQuoting.text(text) }
}
