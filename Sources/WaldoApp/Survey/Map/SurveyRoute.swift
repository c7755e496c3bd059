package import WaldoCore
import WaldoFiles
import WaldoMap
import WaldoStore
import WaldoSurvey

/// Routes of little exposure through a survey: of the world, or of an arm's raster.
package struct SurveyRoute {
    private let request: RouteRequest
    /// The routes.
    let table: RouteTable
    private let armRoute: ArmRoute?

    /// Looks for routes.
    /// - Throws: `StoreError` or `Failure` for a store that cannot be read, an end that no measured place is near to,
    ///   and ends that no way joins; `ExitStatus`.
    package init(_ request: RouteRequest) throws {
        self.request = request
        let stream = try MappedStream(request.selection)
        try stream.requireRate(request.selection.store)
        armRoute = stream.plane.system == .arm ? try ArmRoute(request, stream) : nil
        table = try armRoute?.table ?? WorldRoute.table(request, stream)
    }

    /// A table of the routes, from the fastest to the cleanest.
    package var lines: [String] { (armRoute?.ends ?? []) + table.lines }

    /// The routes as one JSON object.
    package var json: [UInt8] { table.json }

    /// Writes the routes as GeoJSON, if that was asked for.
    /// - Throws: `ExportError`.
    package func write() throws { try request.geojson.map(table.write) }

    /// The drive of the cheapest route.
    /// - Parameter arm: the arm, with where it stands.
    /// - Throws: `Failure`: the survey is none of an arm, the arm is another one, or no way leads to the beginning.
    package func drive(_ arm: Arm?) throws -> RouteDrive {
        guard let armRoute else {
            throw Failure(.usage, "\(request.selection.store): its places are in the world, where Waldo drives nothing")
        }
        return try armRoute.drive(arm)
    }
}
