// Only here so that the browser build emits the fonts the inlined styles name.
import '#web/design/fonts.css'
import '#web/design/note-face.css'
import '#web/design/terminal-face.css'
