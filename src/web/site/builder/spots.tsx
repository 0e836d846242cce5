import type { BuilderWords } from '#contract/site-content-builder.ts'
import { leftInWords, placesOf } from './offer-figures.ts'

// More seats than this are a crowd, and the words alone say it better.
const DRAWN_AT_MOST = 12

/** Whether the page says how many spots are left. */
export const tellsSpots = (words: BuilderWords): boolean => leftInWords(words) !== ''

/** How many spots are left and taken, in words and as seats; both come from the offer's inventory. */
export function Spots({ words }: { words: BuilderWords }) {
  if (!tellsSpots(words)) return null
  const { places, taken } = placesOf(words.offer)
  const seats = Array.from({ length: places }, (_, seat) => seat < taken)
  return (
    <p className="spots">
      {places <= DRAWN_AT_MOST && (
        <span className="seats" aria-hidden="true">
          {seats.map((isTaken, seat) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: seats are told apart by their place alone.
            <i key={seat} className={isTaken ? 'is-taken' : undefined} />
          ))}
        </span>
      )}
      <strong>{leftInWords(words)}</strong> <span>{words.urgency.taken}</span>
    </p>
  )
}
