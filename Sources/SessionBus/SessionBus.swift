// The skeleton of SessionBus.
