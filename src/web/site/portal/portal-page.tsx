import { counted, fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'
import tokenStyles from '#web/design/tokens.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import { Mark } from './marks.tsx'
import onwardStyles from './onward.css?inline'
import portalStyles from './portal.css?inline'
import { fragmentOf } from './portal-address.ts'
import { PortalFooter } from './portal-footer.tsx'
import { portalHosts } from './portal-hosts.ts'
import { ResourceShelf } from './resource-shelf.tsx'
import shelfStyles from './shelf.css?inline'
import { systemDark } from './system-dark.ts'
import videoArtStyles from './video-art.css?inline'
import { VideoShelf } from './video-shelf.tsx'
import stageStyles from './week-stage.css?inline'
import { WeekStage } from './week-stage.tsx'

// Rows of at most four, as even as can be: five weeks are three and two.
const columnsFor = (count: number): number => Math.ceil(count / Math.ceil(count / 4))

/**
 * The way to the weeks: links to each week's place on the page, which the script makes tabs of. One pip a video
 * shows what is done. A phone shows more than four weeks as one row to push aside.
 */
function WeekTabs({ weeks, words }: { weeks: WeekContent[]; words: PortalWords }) {
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

/** How far a member has come through all weeks, and the one link that goes on from there. */
function Onward({ weeks, words }: { weeks: WeekContent[]; words: PortalWords['progress'] }) {
  const total = weeks.reduce((sum, week) => sum + week.videos.length, 0)
  const first = weeks.find((week) => week.videos.length > 0)
  if (!first) return null
  return (
    <div className="onward" data-all={words.all} data-finished={words.finished} data-at={words.at}>
      <div className="onward-far">
        <p id="far">{fillPlaceholders(words.all, { done: 0, total })}</p>
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

/** The learning path of a week: how much there is, counted from its lists, in which order, and a tip. */
function LearningPath({ week, words }: { week: WeekContent; words: PortalWords }) {
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

/** The members' training portal (docs/spec.md, 'The portal'): a calm place to study, the current video large. */
function PortalPage({ content }: { content: SiteContent }) {
  const { portal, brand } = content
  const { weeks } = portal
  return (
    <>
      <header className="wrap desk-head">
        <Wordmark name={brand.name} href="/" />
        <h1>{portal.title}</h1>
        <p className="desk-badges">
          <span className="tag">{portal.member}</span>
          <span className="tag tag-active" data-active={portal.active}>
            {fillPlaceholders(portal.active, { week: weeks[0]?.title ?? '' })}
          </span>
        </p>
      </header>
      <main className="wrap desk">
        <div className="desk-open">
          <h2>{portal.heading}</h2>
          <Onward weeks={weeks} words={portal.progress} />
        </div>
        <WeekTabs weeks={weeks} words={portal} />
        <div className="weeks">
          {weeks.map((week) => (
            <section
              key={week.id}
              id={week.id}
              className="week"
              aria-labelledby={`${week.id}-title`}
              data-wraps={week.wraps}
            >
              <h3 id={`${week.id}-title`}>
                {week.label}: {week.title}
              </h3>
              <WeekStage week={week} words={portal} />
              {week.videos.length > 0 && <VideoShelf week={week.id} videos={week.videos} words={portal} />}
              <LearningPath week={week} words={portal} />
              <ResourceShelf resources={week.resources} words={portal} />
            </section>
          ))}
        </div>
      </main>
    </>
  )
}

/** `/trainingportal` */
export const portalPage: PublicPage = {
  body: PortalPage,
  styles: systemDark(tokenStyles) + onwardStyles + portalStyles + videoArtStyles + stageStyles + shelfStyles,
  theme: 'light',
  script: 'portal',
  footer: (content, year) => <PortalFooter content={content} year={year} />,
  hosts: portalHosts,
  listed: false,
  isUnlisted: true,
}
