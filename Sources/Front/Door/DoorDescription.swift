/// What the interface says of itself where no server says more.
enum DoorDescription {
  static let inhibited = "Inhibited"

  /// Capabilities that the door itself has with any server: a list with buttons and replies, markup made plain,
  /// pictures, sounds, and apps' requests for quiet.
  private static let own: Set = [
    "actions", "body", "body-markup", "icon-static", "inhibitions", "inline-reply", "persistence",
    "sound",
  ]

  /// Capabilities of a server that draws buttons. An app that is told of none asks in a window of its own.
  private static let ofButtons: Set = ["actions", "inline-reply"]

  /// Apps ask once, and go by that for as long as they run, whichever server comes then. `servers`: what the server can do;
  /// empty where it is not known.
  static func capabilities(besides servers: [String]) -> [[UInt8]] {
    let hasButtons = servers.isEmpty || servers.contains("actions")
    return own.subtracting(hasButtons ? [] : ofButtons).union(servers).sorted().map { Array($0.utf8) }
  }

  static let xml = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="org.freedesktop.Notifications">
        <method name="Notify">
          <arg name="app_name" type="s" direction="in"/>
          <arg name="replaces_id" type="u" direction="in"/>
          <arg name="app_icon" type="s" direction="in"/>
          <arg name="summary" type="s" direction="in"/>
          <arg name="body" type="s" direction="in"/>
          <arg name="actions" type="as" direction="in"/>
          <arg name="hints" type="a{sv}" direction="in"/>
          <arg name="expire_timeout" type="i" direction="in"/>
          <arg name="id" type="u" direction="out"/>
        </method>
        <method name="CloseNotification"><arg name="id" type="u" direction="in"/></method>
        <method name="GetCapabilities"><arg name="capabilities" type="as" direction="out"/></method>
        <method name="GetServerInformation">
          <arg name="name" type="s" direction="out"/>
          <arg name="vendor" type="s" direction="out"/>
          <arg name="version" type="s" direction="out"/>
          <arg name="spec_version" type="s" direction="out"/>
        </method>
        <method name="Inhibit">
          <arg name="desktop_entry" type="s" direction="in"/>
          <arg name="reason" type="s" direction="in"/>
          <arg name="hints" type="a{sv}" direction="in"/>
          <arg name="cookie" type="u" direction="out"/>
        </method>
        <method name="UnInhibit"><arg name="cookie" type="u" direction="in"/></method>
        <property name="Inhibited" type="b" access="read"/>
        <signal name="NotificationClosed"><arg name="id" type="u"/><arg name="reason" type="u"/></signal>
        <signal name="ActionInvoked"><arg name="id" type="u"/><arg name="action_key" type="s"/></signal>
        <signal name="ActivationToken"><arg name="id" type="u"/><arg name="activation_token" type="s"/></signal>
        <signal name="NotificationReplied"><arg name="id" type="u"/><arg name="text" type="s"/></signal>
      </interface>
      <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect"><arg name="xml_data" type="s" direction="out"/></method>
      </interface>
      <interface name="org.freedesktop.DBus.Peer">
        <method name="Ping"/>
        <method name="GetMachineId"><arg name="machine_uuid" type="s" direction="out"/></method>
      </interface>
      <interface name="org.freedesktop.DBus.Properties">
        <method name="Get">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="property_name" type="s" direction="in"/>
          <arg name="value" type="v" direction="out"/>
        </method>
        <method name="GetAll">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="properties" type="a{sv}" direction="out"/>
        </method>
        <method name="Set">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="property_name" type="s" direction="in"/>
          <arg name="value" type="v" direction="in"/>
        </method>
        <signal name="PropertiesChanged">
          <arg name="interface_name" type="s"/>
          <arg name="changed_properties" type="a{sv}"/>
          <arg name="invalidated_properties" type="as"/>
        </signal>
      </interface>
    </node>
    """
}
