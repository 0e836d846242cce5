import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'

/** A week with the id it has in addresses. */
export type NamedWeek = readonly [id: string, week: WeekContent]

/**
 * The way to the four weeks: links to each week's place on the page, which the script makes tabs of. One pip a
 * video shows what is done.
 */
export function WeekTabs({ weeks, words }: { weeks: NamedWeek[]; words: PortalWords }) {
  return (
    <nav className="tabs" aria-label={words.heading} data-progress={words.progress.week}>
      {weeks.map(([id, week]) => (
        <a key={id} className="tab" id={`${id}-tab`} href={`#${id}`} data-title={week.title}>
          <span className="tab-label">{week.label}</span>
          <span className="tab-title">{week.title}</span>
          <span className="pips" aria-hidden="true">
            {week.videos.map((video) => (
              <i key={video.title} />
            ))}
          </span>
          <span className="unseen" data-done />
        </a>
      ))}
    </nav>
  )
}
