import Testing

@testable import Desktop

struct VideoNodeTests {
  @Test(
    "What compositors and portals make is a shared screen",
    arguments: [
      ["gnome-shell", "meta-screen-cast-src"], ["gnome-shell", nil], ["kwin_wayland", "DP-1"],
      ["xdg-desktop-portal-wlr", "xdpw-stream-a1B2c3"], ["xdpw-stream-a1B2c3", nil],
      ["xdg-desktop-portal-hyprland", "xdph-streaming-7"], [nil, "xdph-streaming-7"],
      ["wayshot-screenshot", "wayshot-screenshot"], ["cosmic-screenshot", "cosmic-screenshot"],
      ["niri", "niri-screen-cast-src"], ["kwin_wayland", "kwin-screen-cast-DP-1"],
    ])
  func screens(names: [String?]) {
    let names = names.compactMap(\.self)
    #expect(VideoNode(names: names, isRunning: true).isSharedScreen)
    #expect(!VideoNode(names: names, isRunning: false).isSharedScreen)
  }

  @Test(
    "A camera is none, nor is what only looks alike",
    arguments: [
      [], ["v4l2_input.pci-0000_00_14.0-usb-0_5_1.0", "Integrated Camera"],
      ["libcamera_input.__SB_.PCI0.XHC_.RHUB.HS05"], ["obs", "OBS Virtual Camera"], ["my-gnome-shell"],
      ["gnome-shell-camera"], [""],
    ])
  func cameras(names: [String]) {
    #expect(!VideoNode(names: names, isRunning: true).isSharedScreen)
  }

  @Test func `sources and streams have pictures to give, and those who take them have not`() {
    #expect(VideoNode.classes == ["Video/Source", "Stream/Output/Video"])
  }
}
