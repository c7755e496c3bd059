@testable import WaldoFiles

extension Samples {
    /// An arm of one link behind a fence of every kind.
    static let fenced = """
        name: Test arm
        link: { service: ffe0, write: ffe1 }
        pacing: { interval: 20 ms }
        channels:
          base: { mode: position, range: [0, 180], frame: "b{value}\\n" }
          shoulder: { mode: position, range: [0, 180], start: 30, limits: { slew: 60 }, frame: "s{value}\\n" }
        actions:
          home: { frame: "H\\n", sets: { shoulder: 60 }, busy: 2 s, release: "X\\n" }
        park: { shoulder: 90 }
        pose:
          accuracy: 5 mm
          joints:
            - { move: z, length: 60 mm }
            - { turn: z, by: base, unit: 1 deg, zero: 90 }
            - { turn: y, by: shoulder, unit: -1 deg, zero: 0 }
            - { move: x, length: 100 mm }
        fence:
          table: 20 mm
          boxes:
            - { name: camera, from: [100 mm, -50 mm, 0 mm], to: [200 mm, 50 mm, 80 mm] }
            - { from: [-10 cm, 1 cm, 1 cm], to: [-5 cm, 2 cm, 2 cm] }
          cylinder: { radius: 30 mm, height: 120 mm }
          reach: 170 mm

        """
}

extension Fault {
    private static let fenced = Samples.fenced
    private static let box = "    - { from: [-10 cm, 1 cm, 1 cm], to: [-5 cm, 2 cm, 2 cm] }\n"

    /// What an arm file is refused for because of its `fence`.
    static let ofFences: [Fault] = [
        Fault(fenced, "table: 20 mm", "tabel: 20 mm", "18:3", "did you mean `table`?"),
        Fault(fenced, "table: 20 mm", "table: 20", "18:10", "a length such as `120 mm`"),
        Fault(fenced, "table: 20 mm", "table: 20 deg", "18:10", "a length such as `120 mm`"),
        Fault(
            fenced, "table: 20 mm", "table: 115 mm", "18:10",
            "the hand is 5 mm inside of this fence at the arm's `start`", schemaAccepts: true),
        Fault(fenced, "from: [100 mm, -50 mm, 0 mm]", "from: [100 mm, -50 mm]", "20:29", "three lengths, x, y and z"),
        Fault(
            fenced, "from: [100 mm, -50 mm, 0 mm]", "from: [100 mm, -50, 0 mm]", "20:38", "a length such as `120 mm`"),
        Fault(fenced, "from: [100 mm, -50 mm, 0 mm]", "from: 100 mm", "20:29", "three lengths, x, y and z"),
        Fault(
            fenced, "to: [200 mm", "to: [100 mm", "20:57",
            "inside out: its x is not beyond that of `from`", schemaAccepts: true),
        Fault(fenced, "50 mm, 80 mm]", "50 mm, -1 mm]", "20:57", "inside out: its z", schemaAccepts: true),
        Fault(fenced, ", to: [-5 cm, 2 cm, 2 cm]", "", "21:7", "has no key `to`"),
        Fault(fenced, "to: [-5 cm", "until: [-5 cm", "21:37", "the key `until` is unknown"),
        Fault(fenced, "name: camera, ", "name: [], ", "20:15", "`fence.boxes.name` is a list"),
        Fault(fenced, box, String(repeating: box, count: 8), "20:5", "lists 9 boxes; list 1 to 8"),
        Fault(fenced, "radius: 30 mm", "radius: 0 mm", "22:23", "more than zero"),
        Fault(fenced, "radius: 30 mm, ", "", "22:13", "`fence.cylinder` has no key `radius`"),
        Fault(fenced, ", height: 120 mm", "", "22:13", "`fence.cylinder` has no key `height`"),
        Fault(
            fenced, "height: 120 mm", "height: 165 mm", "22:13",
            "the hand is 5 mm inside of this fence where the arm parks", schemaAccepts: true),
        Fault(
            fenced, "radius: 30 mm, height: 120 mm", "radius: 60 mm, height: 150 mm", "22:13",
            "the hand is 3.4 mm inside of this fence after home", schemaAccepts: true),
        Fault(fenced, "reach: 170 mm", "reach: 0 mm", "23:10", "more than zero"),
        Fault(
            fenced, "reach: 170 mm", "reach: 130 mm", "23:10",
            "the hand is 10 mm beyond this fence at the arm's `start`", schemaAccepts: true),
        Fault(
            Samples.arm, "channels:", "fence: { table: 0 mm }\nchannels:", "6:8", "a fence needs a `pose`"),
        Fault(
            Samples.posed, "pose:\n", "fence: { table: 0 mm }\npose:\n", "12:8",
            "and reach, which moves a joint of `pose`, is a velocity", schemaAccepts: true),
        Fault(Samples.posed, "pose:\n", "fence: 0 mm\npose:\n", "12:8", "is a velocity"),
    ]
}
