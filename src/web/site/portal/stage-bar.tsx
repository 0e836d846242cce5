import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'
import { useFocusBeside } from '#web/site/island/use-focus-beside.ts'
import { Mark } from './marks.tsx'
import { neighbour } from './neighbour.ts'
import type { Portal } from './use-portal.ts'
import type { PlacedVideo } from './video-list.ts'

/** The button that marks the video as done, and takes the mark off again. */
function DoneButton(props: { isDone: boolean; words: PortalWords['player']; onPress: () => void }) {
  const { isDone, words } = props
  return (
    <button type="button" className={isDone ? 'mark-done is-done' : 'mark-done'} onClick={props.onPress}>
      <Mark name="done" />
      <span>{isDone ? words.isDone : words.markDone}</span>
      {isDone && <span className="unseen">{`, ${words.takeBack}`}</span>}
    </button>
  )
}

/** Under a stage: the way to the videos beside this one, and the mark of one that can play. */
export function StageBar(props: {
  video: PlacedVideo
  week: WeekContent
  words: PortalWords['player']
  portal: Portal
}) {
  const { video, week, words, portal } = props
  const videos = portal.videos.get(week.id) ?? []
  const beside = (step: 1 | -1) => videos[neighbour(video.index, videos.length, step, week.wraps) ?? -1]
  const [before, after] = [beside(-1), beside(1)]
  const isThrough = ({ key }: PlacedVideo) => portal.record.done.includes(key)
  const isDone = isThrough(video)
  const isNextLeft = isDone && after?.source !== undefined && !isThrough(after)
  const steps = useFocusBeside()
  const go = (to: PlacedVideo | undefined, which: 'first' | 'second') => {
    steps.pressed(which)
    if (to) portal.choose(to)
  }
  return (
    <div className="stage-bar" hidden={!portal.state.isLive}>
      <div className="stage-steps">
        <button
          ref={steps.first}
          type="button"
          className="step"
          disabled={!before}
          onClick={() => go(before, 'first')}
        >
          <Mark name="previous" />
          <span>{words.previous}</span>
        </button>
        <p className="counter">
          {fillPlaceholders(words.counter, { n: video.index + 1, total: videos.length })}
        </p>
        <button
          ref={steps.second}
          type="button"
          className={isNextLeft ? 'step is-onward' : 'step'}
          disabled={!after}
          onClick={() => go(after, 'second')}
        >
          <span>{words.next}</span>
          <Mark name="next" />
        </button>
      </div>
      {video.source && (
        <DoneButton isDone={isDone} words={words} onPress={() => portal.notes.marksOrTakesBack(video)} />
      )}
    </div>
  )
}
