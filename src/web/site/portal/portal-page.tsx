import type { SiteContent } from '#contract/site-content.ts'
import { Island } from '#web/site/island/island.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import learningPathStyles from './learning-path.css?inline'
import membersOfferStyles from './members-offer.css?inline'
import portalStyles from './portal.css?inline'
import { PortalApp } from './portal-app.tsx'
import portalFooterStyles from './portal-footer.css?inline'
import { PortalFooter } from './portal-footer.tsx'
import portalHeadStyles from './portal-head.css?inline'
import { portalHosts } from './portal-hosts.ts'
import resourceShelfStyles from './resource-shelf.css?inline'
import stageBarStyles from './stage-bar.css?inline'
import stageScreenStyles from './stage-screen.css?inline'
import videoArtStyles from './video-art.css?inline'
import videoShelfStyles from './video-shelf.css?inline'
import wayOnStyles from './way-on.css?inline'
import weekStageStyles from './week-stage.css?inline'
import weekTabsStyles from './week-tabs.css?inline'

function PortalPage({ content }: { content: SiteContent }) {
  const { name, logo, logoGround } = content.brand
  return (
    <Island
      name="portal"
      evenWhenSaving
      component={PortalApp}
      props={{ brand: { name, logo, logoGround }, words: content.portal }}
    />
  )
}

const styles = [
  portalStyles,
  portalHeadStyles,
  wayOnStyles,
  weekTabsStyles,
  videoArtStyles,
  weekStageStyles,
  stageScreenStyles,
  stageBarStyles,
  videoShelfStyles,
  learningPathStyles,
  resourceShelfStyles,
  membersOfferStyles,
  portalFooterStyles,
].join('')

/** `/trainingportal` */
export const portalPage: PublicPage = {
  body: PortalPage,
  styles,
  theme: 'light',
  followsSystem: true,
  footer: (content, year) => <PortalFooter content={content} year={year} />,
  hosts: portalHosts,
  listed: false,
  isUnlisted: true,
}
