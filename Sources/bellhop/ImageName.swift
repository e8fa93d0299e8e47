import Glibc

/// The meaning of `--image`: a text with a slash, or with the ending of a picture, is a file, and its path is made
/// absolute for the daemon; any other text is a theme icon.
func imageName(_ text: String) throws(Failure) -> String {
  let isFile =
    text.contains("/") || [".png", ".jpg", ".jpeg", ".svg"].contains { text.lowercased().hasSuffix($0) }
  guard isFile else { return text }
  guard let path = realpath(text, nil) else {
    throw .failed("--image \(text): \(String(cString: strerror(errno)))")
  }
  defer { free(path) }
  return String(cString: path)
}
