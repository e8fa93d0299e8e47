/// What PipeWire says of a node that has pictures to give: a shared screen, or a camera.
struct VideoNode: Hashable {
  /// Of what compositors, portals and cameras make alike.
  static let classes: Set<String> = ["Video/Source", "Stream/Output/Video"]

  var names: [String] = []
  /// Somebody takes its pictures.
  var isRunning = false

  /// The class alone does not tell a screen from a camera: the name of who makes it does. It is that program's own
  /// claim, as everything is that an unsandboxed program says; nothing else is to be had.
  var isSharedScreen: Bool { isRunning && names.contains(where: Self.isScreenCast) }

  /// The name of the node, which is most often the program's, or that of its stream.
  private static func isScreenCast(_ name: String) -> Bool {
    programs.contains(name) || streams.contains { name.hasPrefix($0) }
  }

  private static let programs: Set<String> = [
    // Where the stream's own name is "meta-screen-cast-src" (mutter, meta-screen-cast-stream-src.c).
    "gnome-shell",
    // KWin names the stream after the screen or window.
    "kwin", "kwin_wayland",
    "xdg-desktop-portal-wlr", "xdg-desktop-portal-hyprland",
  ]

  /// What follows is a number, or random.
  private static let streams = [
    // mutter, meta-screen-cast-stream-src.c.
    "meta-screen-cast-src",
    // KWin, screencaststream.cpp.
    "kwin-screen-cast",
    // xdg-desktop-portal-wlr, pipewire_screencast.c.
    "xdpw-stream",
    // xdg-desktop-portal-hyprland, Screencopy.cpp.
    "xdph-streaming",
    // niri, pw_utils.rs.
    "niri-screen-cast-src",
  ]
}
