// Only here so that the browser build emits the fonts the inlined styles name.
import '#web/design/fonts.css'
