import { counted } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'

/** The learning path of a week: how much there is, counted from its lists, in which order, and a tip. */
export function LearningPath({ week, words }: { week: WeekContent; words: PortalWords }) {
  return (
    <section className="path">
      <h4>{words.pathTitle}</h4>
      <p className="path-counts">
        <span>{counted(week.videos.length, words.videoCount)}</span>
        <span>{counted(week.resources.length, words.resourceCount)}</span>
      </p>
      {week.steps.length > 0 && (
        <>
          <h5>{words.pathIntro}</h5>
          <ol className="path-steps">
            {week.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {week.tip && (
        <aside className="tip" aria-label={week.tipTitle}>
          <h5>{week.tipTitle}</h5>
          <p>{week.tip}</p>
        </aside>
      )}
    </section>
  )
}
