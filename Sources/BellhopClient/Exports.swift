// An app imports BellhopClient alone: requests, events and errors are in its signatures.
@_exported public import NotificationModel
@_exported public import NotificationProtocol
@_exported public import Varlink
