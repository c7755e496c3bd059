/// The statuses of responses that carry no file.
enum HTTPStatus: Int {
    case badRequest = 400, forbidden = 403, notFound = 404, notAllowed = 405, misdirected = 421
    case upgradeRequired = 426, tooLarge = 431, unavailable = 503

    var reason: String {
        switch self {
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .notAllowed: "Method Not Allowed"
        case .misdirected: "Misdirected Request"
        case .upgradeRequired: "Upgrade Required"
        case .tooLarge: "Request Header Fields Too Large"
        case .unavailable: "Service Unavailable"
        }
    }
}
