#if CRASH_POINTS
    extension NodeConfiguration {
        /// Returns the configuration of a node that kills itself at `text`; without text, the same configuration.
        package func killed(at text: String?) -> NodeConfiguration {
            var configuration = self
            configuration.crashPoints = text.flatMap(CrashPoints.init(killingAt:)) ?? crashPoints
            return configuration
        }
    }
#endif
