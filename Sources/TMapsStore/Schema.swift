import TMapsRelay

/// The tables, and the way from every older version to the newest. Steps are only ever added at the end.
enum Schema {
    /// `PRAGMA application_id`: "TMBr". Tells our file from any other SQLite database.
    static let applicationID: Int64 = 0x544D_4272

    /// Step N brings a database of version N to version N + 1 (`PRAGMA user_version`).
    static let migrations = [version1, version2]

    /// - `sessions.floor`: batches that end below it are trimmed; those still there hold records that wait for a map.
    /// - `sessions.kept`: how many records the batches from `floor` on hold.
    /// - `batches`: a run of records (`RecordCodec`); `passing` of them may wait for a map.
    /// - `removed`: ids of sessions that are gone, and whose rows in the other tables are taken away bit by bit.
    ///
    /// Without rowid, a session's batches lie side by side in the order of `seq`, and a commit touches one tree.
    /// Wide columns come last: SQLite does not read what lies behind the last column asked for.
    private static let version1 = """
        CREATE TABLE sessions(
            id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL UNIQUE, name TEXT, epoch TEXT NOT NULL,
            created INTEGER NOT NULL, last_active INTEGER NOT NULL, seq INTEGER NOT NULL, reserved_seq INTEGER NOT NULL,
            waiting_after INTEGER, floor INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE batches(
            session INTEGER NOT NULL, last_seq INTEGER NOT NULL, first_seq INTEGER NOT NULL,
            newest_time INTEGER NOT NULL, count INTEGER NOT NULL, passing INTEGER NOT NULL,
            confirmations BLOB, body BLOB NOT NULL,
            PRIMARY KEY(session, last_seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE retained(
            session INTEGER NOT NULL, type TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY(session, type)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE gates(
            session INTEGER NOT NULL, peer TEXT NOT NULL, stage INTEGER NOT NULL, is_loading INTEGER NOT NULL,
            caught_up INTEGER NOT NULL, replay_after INTEGER, last_active INTEGER NOT NULL, PRIMARY KEY(session, peer)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE removed(session INTEGER PRIMARY KEY) STRICT;
        """

    /// `sessions.kept_bytes`: how long the bodies of the batches from `floor` on are.
    private static let version2 = """
        ALTER TABLE sessions ADD COLUMN kept_bytes INTEGER NOT NULL DEFAULT 0;
        UPDATE sessions SET kept_bytes = (
            SELECT ifnull(sum(length(body)), 0) FROM batches WHERE session = sessions.id AND last_seq >= floor);
        """

    /// Brings the database to the newest version, all steps or none. Refuses a newer one, and one that is not ours.
    static func migrate(_ database: Database) throws(StoreError) {
        let version = try database.integer("PRAGMA user_version") ?? 0
        let application = try database.integer("PRAGMA application_id") ?? 0
        let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
        guard application == applicationID || (application == 0 && isEmpty) else {
            throw StoreError(code: 0, message: "\(database.path): is another program's database; it is left as it is")
        }
        guard version <= migrations.count else {
            throw StoreError(
                code: 0,
                message: "\(database.path): was written by a newer server: its schema version is \(version), "
                    + "this one knows up to \(migrations.count); it is left as it is")
        }
        guard version >= 0, version < migrations.count else { return }
        try database.transaction { () throws(StoreError) in
            for step in migrations[Int(version)...] { try database.execute(step) }
            try database.execute("PRAGMA user_version = \(migrations.count)")
            try database.execute("PRAGMA application_id = \(applicationID)")
        }
    }
}
