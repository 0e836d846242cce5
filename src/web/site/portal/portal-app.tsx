import type { PortalWords } from '#contract/site-content-portal.ts'
import type { Brand } from '#web/site/page/wordmark.tsx'
import { LearningPath } from './learning-path.tsx'
import { MembersOffer } from './members-offer.tsx'
import { PortalHead } from './portal-head.tsx'
import { ResourceShelf } from './resource-shelf.tsx'
import { usePortal } from './use-portal.ts'
import { VideoShelf } from './video-shelf.tsx'
import { WayOn } from './way-on.tsx'
import { WeekStage } from './week-stage.tsx'
import { WeekTabs } from './week-tabs.tsx'

/** What the server draws the portal from, and the browser hydrates it with. */
type PortalProps = { brand: Brand; words: PortalWords }

/** The members' training portal (docs/spec.md, 'The portal'): a calm place to study, the current video large. */
export function PortalApp({ brand, words }: PortalProps) {
  const { weeks } = words
  const portal = usePortal(weeks)
  const { isLive, week: openWeek } = portal.state
  return (
    <>
      <PortalHead brand={brand} words={words} portal={portal} />
      <main className="wrap desk">
        <div className="desk-open">
          <h2>{words.heading}</h2>
          <WayOn weeks={weeks} words={words.progress} portal={portal} />
        </div>
        <WeekTabs weeks={weeks} words={words} portal={portal} />
        <div className={isLive ? 'weeks is-live' : 'weeks'}>
          {weeks.map((week) => (
            <section
              key={week.id}
              id={week.id}
              className="week"
              role={isLive ? 'tabpanel' : undefined}
              aria-labelledby={isLive ? `${week.id}-tab` : `${week.id}-title`}
              hidden={isLive && week.id !== openWeek}
            >
              <h3 id={`${week.id}-title`}>{`${week.label}: ${week.title}`}</h3>
              <WeekStage week={week} words={words} portal={portal} />
              <VideoShelf week={week.id} words={words} portal={portal} />
              <LearningPath week={week} words={words} />
              <ResourceShelf resources={week.resources} words={words} />
            </section>
          ))}
        </div>
        {words.program.isOffered && <MembersOffer words={words.program} />}
      </main>
    </>
  )
}
