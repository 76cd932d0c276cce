extension NodeSettings {
    /// Where the database of the node in `folder` is.
    func databasePlace(in folder: NodeFolder) -> DatabasePlace {
        database.map(DatabasePlace.postgreSQL) ?? .file(folder.database)
    }
}
