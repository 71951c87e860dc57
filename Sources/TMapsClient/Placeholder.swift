// Removed with this target's first file.
