import { type RefObject, useEffect, useState } from 'react'
import { filmTime, readChapters } from '#contract/film-chapters.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** Below the film: how fast it plays, where the browser plays it, and its chapters, each a way into the film. */
export function FilmTools(props: {
  words: { chapters: string; chaptersTitle: string; speed: string }
  /** The browser's own player, where it is one. */
  element: RefObject<HTMLVideoElement | null> | undefined
  /** Where the film is. */
  seconds: number
  onChapter: (at: number) => void
}) {
  const { words, element, seconds, onChapter } = props
  const [speed, setSpeed] = useState(1)
  // The browser's player has a choice of its own, with speeds of its own.
  useEffect(() => {
    const film = element?.current
    if (!film) return
    const changed = () => setSpeed(film.playbackRate)
    film.addEventListener('ratechange', changed)
    return () => film.removeEventListener('ratechange', changed)
  }, [element])
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((one, other) => one - other)
  const read = readChapters(words.chapters)
  const chapters = typeof read === 'string' ? [] : read
  if (!element && chapters.length === 0) return null
  const current = chapters.filter(({ at }) => at <= seconds).length - 1
  return (
    <div className="film-tools">
      {element && (
        <label className="film-speed">
          {words.speed}{' '}
          <select
            value={speed}
            onChange={({ currentTarget }) => {
              const chosen = Number(currentTarget.value)
              setSpeed(chosen)
              if (!element.current) return
              // Kept when the film is loaded anew.
              element.current.defaultPlaybackRate = chosen
              element.current.playbackRate = chosen
            }}
          >
            {speeds.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </label>
      )}
      {chapters.length > 0 && (
        <details className="film-chapters">
          <summary>{words.chaptersTitle}</summary>
          <ol>
            {chapters.map(({ at, title }, index) => (
              <li key={at}>
                <button
                  type="button"
                  aria-current={seconds > 0 && index === current ? 'true' : undefined}
                  onClick={() => onChapter(at)}
                >
                  <span className="film-time">{filmTime(at)}</span> {title}
                </button>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
