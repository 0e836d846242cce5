import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'
import { Mark } from './marks.tsx'
import { fragmentOf } from './portal-address.ts'
import { doneAmong, timeText, wayOn } from './study-record.ts'
import type { Portal } from './use-portal.ts'
import { whenPlain } from './when-plain.ts'

/** How far a member has come through all weeks, and the one link that goes on from there. */
export function WayOn(props: { weeks: WeekContent[]; words: PortalWords['progress']; portal: Portal }) {
  const { weeks, words, portal } = props
  const { record } = portal
  const playable = [...portal.videos.values()].flat().filter(({ source }) => source)
  const keys = playable.map(({ key }) => key)
  const way = wayOn(record, playable)
  const video = way?.kind === 'finished' ? playable[0] : way?.video
  if (!way || !video) return null

  const done = doneAmong(record, keys)
  const at = record.seconds[video.key]
  const where = at === undefined ? '' : `, ${fillPlaceholders(words.at, { time: timeText(at) })}`
  const week = weeks.find(({ id }) => id === video.week)
  return (
    <div className="onward">
      <div className="onward-far">
        <p id="far">{fillPlaceholders(words.all, { done, total: keys.length })}</p>
        <progress max={keys.length} value={done} aria-labelledby="far" />
        {!portal.isKept && <p className="onward-unkept">{words.notKept}</p>}
      </div>
      <a
        className="onward-link"
        data-keep
        href={`#${fragmentOf({ week: video.week, video: video.index })}`}
        onClick={whenPlain(() => portal.goOn(video))}
      >
        <span className="onward-kind">{words[way.kind]}</span>
        <span className="onward-title">{`${week?.label}: ${video.content.title}${where}`}</span>
        <Mark name="onward" />
      </a>
    </div>
  )
}
