#!/usr/bin/python3
"""A page that notifies, and the server that it comes from.

Usage: web-page.py
Prints its port, and then the page's reports, a line each. Every line of standard input is JavaScript for the page:

  show(NAME, TITLE, OPTIONS)   tells "NAME show", "NAME click", "NAME close" and "NAME error"
  hide(NAME)                   closes it
  coloured(COLOUR)             a picture for an icon

A program other than a browser can stand for the page: it asks for /next, obeys the answer, and reports at /told.
"""
import http.server
import os
import queue
import sys
import threading

PAGE = b"""<!DOCTYPE html>
<html><head><title>Letters</title><link rel="icon" href="data:,"></head><body><script>
let telling = Promise.resolve();
const shown = {};
function tell(line) {
  telling = telling.then(() => fetch('/told', {method: 'POST', body: line}));
}
function show(name, title, options) {
  const one = shown[name] = new Notification(title, options);
  for (const event of ['show', 'click', 'close', 'error']) one['on' + event] = () => tell(name + ' ' + event);
}
function hide(name) { shown[name].close(); }
function coloured(colour) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 48;
  const brush = canvas.getContext('2d');
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 48, 48);
  return canvas.toDataURL();
}
async function follow() {
  tell('open ' + Notification.permission);
  while (true) {
    const next = await fetch('/next');
    try { if (next.status == 200) eval(await next.text()); } catch (fault) { tell('fault ' + fault); }
  }
}
follow();
</script></body></html>
"""
commands = queue.Queue()


class Visit(http.server.BaseHTTPRequestHandler):
    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/":
            self.answer(200, PAGE)
        elif self.path == "/next":
            try:
                self.answer(200, commands.get(timeout=10))
            except queue.Empty:
                self.answer(200)
        else:
            self.answer(404)

    def do_POST(self):
        print(self.rfile.read(int(self.headers["Content-Length"])).decode(), flush=True)
        self.answer(200)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Visit)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
for line in sys.stdin:
    commands.put(line.encode())
os._exit(0)
