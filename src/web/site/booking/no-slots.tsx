import type { OwnCalendarWords } from '#contract/site-content-booking.ts'

/** In place of times where none is free. */
export function NoneFree({ words }: { words: OwnCalendarWords }) {
  return (
    <div className="slot-none">
      <p className="slot-none-title" role="alert">
        {words.none}
      </p>
      <p>{words.noneText}</p>
    </div>
  )
}

/** The way to where calls are arranged, while it is not here. */
export function WayElsewhere({ words }: { words: OwnCalendarWords }) {
  return (
    <>
      <p>{words.closedText}</p>
      <p>
        <a className="button" href="/bookstrategy">
          {words.closedLink}
        </a>
      </p>
    </>
  )
}

/** In place of times where nobody books any more. */
export function Closed({ words }: { words: OwnCalendarWords }) {
  return (
    <div className="slot-none">
      <p className="slot-none-title" role="alert">
        {words.closed}
      </p>
      <WayElsewhere words={words} />
    </div>
  )
}

/** In place of times that could not be read. */
export function Unread({ words, onAgain }: { words: OwnCalendarWords; onAgain(): void }) {
  return (
    <div className="slot-none">
      <p className="slot-none-title" role="alert">
        {words.unread}
      </p>
      <p>
        <button type="button" className="button" onClick={onAgain}>
          {words.readAgain}
        </button>
      </p>
      <a className="slot-plain" href="/booking">
        {words.withoutScript}
      </a>
    </div>
  )
}
