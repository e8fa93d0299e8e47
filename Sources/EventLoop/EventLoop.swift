// The skeleton of EventLoop.
