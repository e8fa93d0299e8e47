extension BannerRowTests {
  /// Events, and each phase with the result of any of them. Texts on screen and places are given by their numbers.
  static let table = """
    alert | alert, locked:
      none → alert at 9
      held → alert at 9
      alert → alert at 5
      restore → alert at 9
      giving alert → giving alert at 5, then alert
      giving alert over 1 → giving alert 1 at 5 failed 1, then alert
      giving update of 1 → giving update 1 first, then alert
      giving update of 1, held → giving update 1 at 5 failed 1, then alert
      giving, then update → giving alert 1 at 5, then alert redacting
      giving, then quiet → giving alert 1 at 5, then alert
      giving, then held → giving alert 1 at 5, then alert redacting
      redacting, then held → giving update 1 first, then alert
      giving, then ended → giving alert at 5, then alert redacting
      on screen 1 hidden → alert 1 hidden at 9
    alert:
      held over 1 → alert 1 at 9
      update of 1 → alert 1 at 9
      update of 1, held → alert 1 at 9
      restore over 1 → alert 1 at 9
      on screen 1 → alert 1 at 9
    alert, locked:
      held over 1 → alert at 9, closes 1
      alert over 1 → alert at 5, closes 1
      update of 1 → alert at 9, closes 1
      update of 1, held → alert at 9, closes 1
      restore over 1 → alert at 9, closes 1
      on screen 1 → alert at 9, closes 1
    hold | hold, locked | hold, noisily changed:
      none → held 9
      alert → held 5
      restore → held 9
      giving alert → giving alert at 5, then held
      giving alert over 1 → giving alert 1 at 5 failed 1, then held
      giving update of 1 → giving update 1 first, then held
      giving update of 1, held → giving update 1, held 4, at 5 failed 1, then held
      giving, then update → giving alert 1 at 5, then held redacting
      giving, then quiet → giving alert 1 at 5, then held
      giving, then alert → giving update 1 at 5, then held
      redacting, then alert → giving update 1 first, then held
      giving, then ended → giving alert at 5, then held redacting
    hold:
      held over 1 → update 1, held 5, at 9
      alert over 1 → update 1, held 5, at 9
      update of 1 → update 1, held 9, at 5
      restore over 1 → update 1, held 9, at 5
      on screen 1 → update 1, held 9, at 9
      on screen 1 hidden → update 1 hidden, held 9, at 9
    hold, locked:
      held over 1 → update 1, held 5, first
      alert over 1 → update 1, held 5, first
      update of 1 → update 1, held 9, first
      restore over 1 → update 1, held 9, first
      on screen 1 → update 1, held 9, first
      on screen 1 hidden → update 1 hidden, held 9, at 9
    hold, noisily changed:
      held over 1 → held 5, closes 1
      alert over 1 → held 5, closes 1
      update of 1 → held 9, closes 1
      update of 1, held → held 4, closes 1
      restore over 1 → held 9, closes 1
      on screen 1 → held 9, closes 1
      on screen 1 hidden → held 9, closes 1
    refresh:
      held over 1 → update 1, held 5, at 9
      giving alert → giving alert at 5, then update
      giving alert over 1 → giving alert 1 at 5 failed 1, then update
      giving update of 1 → giving update 1 first, then update
      giving update of 1, held → giving update 1, held 4, at 5 failed 1, then update
      on screen 1 → update 1 at 9
      on screen 1 hidden → update 1 hidden at 9
    redact:
      held over 1 → update 1, held 5, first
      alert over 1 → alert at 5, closes 1
      update of 1 → update 1 first
      restore → restore first
      restore over 1 → restore 1 first
      giving alert → giving alert at 5, then update redacting
      giving alert over 1 → giving alert 1 at 5 failed 1, then update redacting
      giving update of 1 → giving update 1 first, then update redacting
      giving update of 1, held → giving update 1, held 4, at 5 failed 1, then update redacting
      giving, then quiet → giving alert 1 at 5, then quiet redacting
      giving, then alert → giving update 1 at 5, then alert redacting
      redacting, then alert → giving update 1 first, then alert redacting
      redacting, then held → giving update 1 first, then held redacting
      on screen 1 → update 1 first
      on screen 1 hidden → update 1 hidden first
    withdraw:
      held → none
      held over 1 → none, closes 1
      alert → none
      alert over 1 → none, closes 1
      update of 1 → none, closes 1
      update of 1, held → none, closes 1
      restore → none
      restore over 1 → none, closes 1
      giving alert → giving alert at 5, then ended
      giving alert over 1 → giving alert at 5 failed 1, then ended, closes 1
      giving update of 1 → giving restore first, then ended, closes 1
      giving update of 1, held → giving restore at 5 failed 1, then ended, closes 1
      giving, then update → giving alert at 5, then ended, closes 1
      giving, then quiet → giving alert at 5, then ended, closes 1
      giving, then alert → giving restore at 5, then ended, closes 1
      giving, then held → giving alert at 5, then ended, closes 1
      redacting, then alert → giving restore first, then ended, closes 1
      redacting, then held → giving restore first, then ended, closes 1
      on screen 1 → none, closes 1
      on screen 1 hidden → none, closes 1
    quieten:
      held → none
      held over 1 → update 1 at 9
      alert → none
      alert over 1 → update 1 at 9
      update of 1, held → update 1 first
      giving alert → giving alert at 5, then quiet
      giving alert over 1 → giving alert 1 at 5 failed 1, then quiet
      giving update of 1 → giving update 1 first, then quiet
      giving update of 1, held → giving update 1 at 5 failed 1, then quiet
      giving, then update → giving alert 1 at 5, then quiet redacting
      giving, then alert → giving update 1 at 5, then quiet
      giving, then held → giving alert 1 at 5, then quiet redacting
      redacting, then alert → giving update 1 first, then quiet
      redacting, then held → giving update 1 first, then quiet
      on screen 1 → update 1 at 9
      on screen 1 hidden → update 1 hidden at 9
    cancel alert:
      held → none
      held over 1 → on screen 1
      alert → none
      alert over 1 → on screen 1
      update of 1, held → update 1 first
    hand over:
      alert → giving alert at 5 failed 1
      alert over 1 → giving alert 1 at 5
      update of 1 → giving update 1 at 5
      update of 1, held → giving update 1, held 4, first
      restore → giving restore at 5
      restore over 1 → giving restore 1 at 5
    shown | shown, locked | shown hidden:
      none → none, closes 2
      held → held 5, closes 2
      held over 1 → held 5 1, closes 2
      alert → alert at 5 failed 1, closes 2
      alert over 1 → alert 1 at 5, closes 2
      update of 1 → update 1 at 5, closes 2
      update of 1, held → update 1, held 4, first, closes 2
      restore → restore at 5, closes 2
      restore over 1 → restore 1 at 5, closes 2
      giving, then ended → none, closes 2
      on screen 1 → on screen 1, closes 2
      on screen 1 hidden → on screen 1 hidden, closes 2
    shown | shown, locked:
      giving, then update → update 2 first
      giving, then held → update 2, held 9, first
    shown:
      giving alert → on screen 2
      giving alert over 1 → on screen 2
      giving update of 1 → on screen 2
      giving update of 1, held → held 4 2
      giving, then quiet → update 2 at 9
      giving, then alert → alert 2 at 9
      redacting, then alert → alert 2 at 9
      redacting, then held → update 2, held 9, at 9
    shown, locked:
      giving alert → update 2 first
      giving alert over 1 → update 2 first
      giving update of 1 → update 2 first
      giving update of 1, held → update 2, held 4, first
      giving, then quiet → update 2 first
      giving, then alert → alert at 9, closes 2
      redacting, then alert → alert at 9, closes 2
      redacting, then held → update 2, held 9, first
    shown hidden:
      giving alert → update 2 hidden at 9
      giving alert over 1 → update 2 hidden at 9
      giving update of 1 → update 2 hidden at 9
      giving update of 1, held → update 2 hidden, held 4, at 9
      giving, then update → update 2 hidden first
      giving, then quiet → update 2 hidden at 9
      giving, then alert → alert 2 hidden at 9
      giving, then held → update 2 hidden, held 9, at 9
      redacting, then alert → alert 2 hidden at 9
      redacting, then held → update 2 hidden, held 9, at 9
    no server:
      giving alert → alert at 5
      giving alert over 1 → alert at 5 failed 1
      giving update of 1 → none
      giving update of 1, held → held 4
      giving, then update → alert at 5
      giving, then quiet → none
      giving, then alert → alert at 5
      giving, then held → held 9
      redacting, then alert → alert at 9
      redacting, then held → held 9
      giving, then ended → none
    died:
      giving alert → alert at 5 failed 1
      giving alert over 1 → none
      giving update of 1 → none
      giving update of 1, held → held 4
      giving, then update → alert at 5 failed 1
      giving, then quiet → none
      giving, then alert → alert at 5 failed 1
      giving, then held → held 9
      redacting, then alert → alert at 9 failed 1
      redacting, then held → held 9
      giving, then ended → none
    refused:
      giving alert → alert at 5 failed 1
      giving alert over 1 → none, closes 1
      giving update of 1 → update 1 first failed 1
      giving update of 1, held → held 4, closes 1
      giving, then update → alert at 5 failed 1, closes 1
      giving, then quiet → update 1 at 5
      giving, then alert → alert 1 at 5 failed 1
      giving, then held → update 1, held 9, first
      redacting, then alert → alert at 9 failed 1, closes 1
      redacting, then held → update 1, held 9, first
      giving, then ended → none
    busy | busy, locked:
      giving alert → alert at 5
      giving, then update → alert at 5, closes 1
      giving, then held → update 1, held 9, first
      redacting, then alert → alert at 9, closes 1
      giving, then ended → none
    busy:
      giving update of 1 → update 1 first
      redacting, then held → update 1, held 9, first
    busy, locked:
      giving update of 1 → none, closes 1
      redacting, then held → held 9, closes 1
    busy:
      giving alert over 1 → alert 1 at 5 failed 1
      giving update of 1, held → update 1, held 4, at 5 failed 1
      giving, then quiet → update 1 at 5
      giving, then alert → alert 1 at 5
    busy, locked:
      giving alert over 1 → alert at 5 failed 1, closes 1
      giving update of 1, held → update 1, held 4, first failed 1
      giving, then quiet → update 1 first
      giving, then alert → alert at 5, closes 1
    unanswered:
      giving alert → alert at 9
      giving alert over 1 → alert 1 at 9 failed 1
      giving update of 1 → none, closes 1
      giving update of 1, held → update 1, held 4, at 9 failed 1
      giving, then update → alert at 9, closes 1
      giving, then quiet → update 1 at 5
      giving, then alert → alert 1 at 9
      giving, then held → update 1, held 9, first
      redacting, then alert → alert at 9, closes 1
      redacting, then held → update 1, held 9, first
      giving, then ended → none
    closed 1 | another server:
      held over 1 → held 5
      alert over 1 → alert at 5
      update of 1 → none
      update of 1, held → held 4
      giving alert over 1 → giving alert at 5 failed 1
      giving update of 1 → giving restore first, then ended
      giving update of 1, held → giving restore at 5 failed 1, then held
      giving, then update → giving alert at 5, then update redacting
      giving, then quiet → giving alert at 5, then quiet
      giving, then alert → giving restore at 5, then alert
      giving, then held → giving alert at 5, then held redacting
      redacting, then alert → giving restore first, then alert
      redacting, then held → giving restore first, then held
      on screen 1 → none
      on screen 1 hidden → none
    closed 1:
      restore over 1 → none
    another server:
      restore over 1 → restore at 5
    lock:
      held over 1 → update 1, held 5, first
      alert over 1 → alert at 5, closes 1
      update of 1 → update 1 first
      restore over 1 → restore 1 first
      on screen 1 → update 1 first
    unlock:
      on screen 1 hidden → update 1 hidden at 9
    recover | recover, locked:
      restore → none
      giving alert → alert at 5
      giving update of 1 → update 1 first
      giving, then update → alert at 5, closes 1
      giving, then held → alert at 5, closes 1
      redacting, then alert → alert at 9, closes 1
      redacting, then held → alert at 9, closes 1
      giving, then ended → none
    recover:
      restore over 1 → on screen 1
      giving alert over 1 → alert 1 at 5 failed 1
      giving update of 1, held → update 1, held 4, at 5 failed 1
      giving, then quiet → update 1 at 5
      giving, then alert → alert 1 at 5
      on screen 1 hidden → update 1 hidden at 9
    recover, locked:
      held over 1 → update 1, held 5, first
      alert over 1 → alert at 5, closes 1
      update of 1 → update 1 first
      restore over 1 → update 1 first
      giving alert over 1 → alert at 5 failed 1, closes 1
      giving update of 1, held → update 1, held 4, first failed 1
      giving, then quiet → update 1 first
      giving, then alert → alert at 5, closes 1
      on screen 1 → update 1 first
    restore:
      held over 1 → update 1, held 5, at 9
      on screen 1 → restore 1 at 9
      on screen 1 hidden → restore 1 hidden at 9
    end restoring:
      restore → none
      restore over 1 → update 1 at 5
    """
}
