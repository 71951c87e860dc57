internal import TMapsProtocol

/// All that a map of attractions shows: what `SHOW_ATTRACTIONS` carries.
public struct AttractionsRequest {
    /// With the ids under which the page tells of them.
    public var attractions: [(id: String, attraction: SRAttraction)]
    public var framing: AttractionFraming
    public var look: AttractionsLook

    public init(
        _ attractions: [(id: String, attraction: SRAttraction)], framing: AttractionFraming,
        look: AttractionsLook = AttractionsLook()
    ) {
        self.attractions = attractions
        self.framing = framing
        self.look = look
    }

    /// The action. A number that JSON does not have is written as null, and refused by the bridge where it matters.
    public func action() -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("type", "SHOW_ATTRACTIONS")
            writer.beginArray("attractions")
            for (id, attraction) in attractions { attraction.write(to: &writer, id: id) }
            writer.endArray()
            framing.write(to: &writer)
            look.write(to: &writer)
        }
    }
}

extension SRAttraction {
    fileprivate func write(to writer: inout JSONWriter, id: String) {
        writer.beginObject()
        writer.member("id", id)
        writer.members(coordinate)
        writer.memberIfAny("name", name)
        writer.memberIfAny("subname", subname)
        writer.memberIfAny("image", image)
        writer.endObject()
    }
}

extension AttractionFraming {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("displayMode", displayMode.rawValue)
        writer.member("zoomRadiusMultiplier", zoomRadiusMultiplier)
        writer.member("closestDistanceThreshold", closestDistanceThreshold)
    }
}

extension AttractionsLook {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.memberIfAny("calloutDetailButtonTitle", calloutDetailButtonTitle)
        // NaN is written as null: no animation. Without the key the page would take its own.
        writer.member("calloutFadeInAnimationDuration", calloutFadeInAnimationDuration ?? .nan)
        if let size = calloutViewSize {
            writer.beginObject("calloutViewSize")
            writer.member("width", size.width)
            writer.member("height", size.height)
            writer.endObject()
        }
        writer.memberIfAny("calloutTitleFont", calloutTitleFont)
        writer.memberIfAny("calloutTitleColor", calloutTitleColor)
        writer.memberIfAny("calloutSubtitleFont", calloutSubtitleFont)
        writer.memberIfAny("calloutSubtitleColor", calloutSubtitleColor)
        writer.memberIfAny("calloutDetailButtonFont", calloutDetailButtonFont)
        writer.memberIfAny("calloutDetailButtonTextColor", calloutDetailButtonTextColor)
        writer.member("shouldScrollToPin", shouldScrollToPin)
        writer.memberIfAny("customPinImage", customPinImage)
    }
}
