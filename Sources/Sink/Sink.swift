// The skeleton of Sink.
