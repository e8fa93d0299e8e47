import Glibc

/// What `--image` means: a name with a slash, or that ends as one, is a file, which the daemon needs absolute; any other is
/// a theme icon.
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
