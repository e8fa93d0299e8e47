// The skeleton of Configuration.
