internal import TMapsProtocol

/// What `Config.Secrets.plist` holds of use to the server. Never shows its values: not in a description, a dump or an
/// error.
package struct Secrets: Sendable, Equatable {
    /// `SET_APPLICATION_SECRETS` needs both halves.
    package struct Application: Sendable, Equatable {
        package let clientID: String
        package let clientSecret: String
    }

    package let application: Application?
    package let mapboxAccessToken: String?
    /// Key of the session tokens (HS256), as UTF-8 bytes.
    package let signingKey: String?

    package init(application: Application? = nil, mapboxAccessToken: String? = nil, signingKey: String? = nil) {
        self.application = application
        self.mapboxAccessToken = mapboxAccessToken
        self.signingKey = signingKey
    }

    /// The action that gives a map its application secrets: JSON, UTF-8. Nil when there are none.
    package var applicationSecretsAction: [UInt8]? {
        application.map { application in
            JSONWriter.object { json in
                json.member("type", "SET_APPLICATION_SECRETS")
                json.member("client_id", application.clientID)
                json.member("client_secret", application.clientSecret)
            }
        }
    }

    /// The action that gives a map its Mapbox token: JSON, UTF-8. Nil when there is none.
    package var mapboxAccessTokenAction: [UInt8]? {
        mapboxAccessToken.map { token in
            JSONWriter.object { json in
                json.member("type", "SET_MAPBOX_ACCESS_TOKEN")
                json.member("access_token", token)
            }
        }
    }
}

extension Secrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Which are there, not what they are.
    package var description: String {
        let named = [
            ("client_id, client_secret", application != nil), ("mapbox_access_token", mapboxAccessToken != nil),
            ("signing_key", signingKey != nil),
        ]
        let present = named.filter(\.1).map(\.0)
        return "Secrets(\(present.isEmpty ? "none" : present.joined(separator: ", ")))"
    }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secrets.Application: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "Application(***)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
