import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'

// Rows of at most four, as even as can be: five weeks are three and two.
const columnsFor = (count: number): number => Math.ceil(count / Math.ceil(count / 4))

/**
 * The way to the weeks: links to each week's place on the page, which the script makes tabs of. One pip a video
 * shows what is done. A phone shows more than four weeks as one row to push aside.
 */
export function WeekTabs({ weeks, words }: { weeks: WeekContent[]; words: PortalWords }) {
  return (
    <nav
      className={weeks.length > 4 ? 'tabs tabs-many' : 'tabs'}
      aria-label={words.heading}
      data-columns={columnsFor(weeks.length)}
      data-progress={words.progress.week}
    >
      {weeks.map((week) => (
        <a key={week.id} className="tab" id={`${week.id}-tab`} href={`#${week.id}`} data-title={week.title}>
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
