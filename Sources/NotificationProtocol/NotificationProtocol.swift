// The skeleton of NotificationProtocol.
