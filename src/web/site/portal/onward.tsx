import { inWords } from '#contract/in-words.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'
import { Mark } from './marks.tsx'
import { fragmentOf } from './portal-address.ts'

/** How far a member has come through all weeks, and the one link that goes on from there. */
export function Onward({ weeks, words }: { weeks: WeekContent[]; words: PortalWords['progress'] }) {
  const total = weeks.reduce((sum, week) => sum + week.videos.length, 0)
  const first = weeks.find((week) => week.videos.length > 0)
  if (!first) return null
  return (
    <div className="onward" data-all={words.all} data-finished={words.finished} data-at={words.at}>
      <div className="onward-far">
        <p id="far">{inWords(words.all, { done: 0, total })}</p>
        <progress max={total} value={0} aria-labelledby="far" />
        <p className="onward-unkept" hidden>
          {words.notKept}
        </p>
      </div>
      <a className="onward-link" href={`#${fragmentOf({ week: first.id, video: 0 })}`}>
        <span
          className="onward-kind"
          data-start={words.start}
          data-resume={words.resume}
          data-next={words.next}
        >
          {words.start}
        </span>
        <span className="onward-title">
          {first.label}: {first.videos[0]?.title}
        </span>
        <Mark name="onward" />
      </a>
    </div>
  )
}
