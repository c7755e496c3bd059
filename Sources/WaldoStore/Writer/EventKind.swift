/// The events of a session that carry nothing but their time, with their names in the table `event`.
enum EventKind: String, CaseIterable {
    case linkUp = "link up"
    case linkDown = "link down"
    case deadline
    case end
}
