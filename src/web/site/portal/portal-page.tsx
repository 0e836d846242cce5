import { inWords } from '#contract/in-words.ts'
import type { SiteContent } from '#contract/site-content.ts'
import tokenStyles from '#web/design/tokens.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import { LearningPath } from './learning-path.tsx'
import onwardStyles from './onward.css?inline'
import { Onward } from './onward.tsx'
import portalStyles from './portal.css?inline'
import { PortalFooter } from './portal-footer.tsx'
import { portalHosts } from './portal-hosts.ts'
import { ResourceShelf } from './resource-shelf.tsx'
import shelfStyles from './shelf.css?inline'
import stageStyles from './stage.css?inline'
import { systemDark } from './system-dark.ts'
import videoArtStyles from './video-art.css?inline'
import { VideoShelf } from './video-shelf.tsx'
import { WeekStage } from './week-stage.tsx'
import { WeekTabs } from './week-tabs.tsx'

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
            {inWords(portal.active, { week: weeks[0]?.title ?? '' })}
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
