import Glibc

/// What `--image` means: a name with a slash is a file, which the daemon needs absolute; any other is a theme icon.
func imageName(_ text: String) throws(Failure) -> String {
  guard text.contains("/") else { return text }
  guard let path = realpath(text, nil) else {
    throw .failed("--image \(text): \(String(cString: strerror(errno)))")
  }
  defer { free(path) }
  return String(cString: path)
}
