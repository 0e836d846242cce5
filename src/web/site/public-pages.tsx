import type { ReactNode } from 'react'
import type { PolicyDirective } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import jetbrainsMono from '#web/design/fonts/jetbrains-mono-latin.woff2?url'
import kalam from '#web/design/fonts/kalam-latin.woff2?url'
import noteFace from '#web/design/note-face.css?inline'
import terminalFace from '#web/design/terminal-face.css?inline'
import tokenStyles from '#web/design/tokens.css?inline'
import builderStyles from './builder/builder.css?inline'
import { BuilderPage } from './builder/builder-page.tsx'
import builderRestStyles from './builder/builder-rest.css?inline'
import priceStyles from './builder/price-table.css?inline'
import { waitingDialog } from './builder/waiting-dialog.ts'
import featureStyles from './home/features.css?inline'
import founderStyles from './home/founder.css?inline'
import heroStyles from './home/hero-picture.css?inline'
import homeStyles from './home/home.css?inline'
import { HomePage } from './home/home-page.tsx'
import collegeStyles from './lander-college/college.css?inline'
import { CollegePage } from './lander-college/college-page.tsx'
import hackStyles from './lander-hack/hack.css?inline'
import { HackPage } from './lander-hack/hack-page.tsx'
import leadDialogStyles from './lead-dialog/lead-dialog.css?inline'
import legalStyles from './legal/legal.css?inline'
import { LegalPage } from './legal/legal-page.tsx'
import drawingStyles from './meme/drawings.css?inline'
import memeStyles from './meme/meme.css?inline'
import { choiceMeme, dogMeme, MemePage } from './meme/meme-page.tsx'
import notFoundStyles from './not-found/not-found.css?inline'
import { NotFoundPage } from './not-found/not-found-page.tsx'
import frameDialogStyles from './page/frame-dialog.css?inline'
import onwardStyles from './portal/onward.css?inline'
import portalStyles from './portal/portal.css?inline'
import { PortalFooter } from './portal/portal-footer.tsx'
import { portalHosts } from './portal/portal-hosts.ts'
import { PortalPage } from './portal/portal-page.tsx'
import shelfStyles from './portal/shelf.css?inline'
import portalStageStyles from './portal/stage.css?inline'
import { systemDark } from './portal/system-dark.ts'
import videoArtStyles from './portal/video-art.css?inline'
import { confirmationPages } from './thank-you/confirmation-pages.tsx'
import applicationStyles from './training/application.css?inline'
import type { ApplicationPlace } from './training/next-step.tsx'
import trainingStyles from './training/training.css?inline'
import { trainingHosts } from './training/training-hosts.ts'
import { TrainingPage } from './training/training-page.tsx'
import stageStyles from './training/video-stage.css?inline'

type Dialog = SiteContent['home']['dialog']

/** One public page: its words in the content, its looks, its script, and where its lead dialog leads. */
export type PublicPage = {
  meta: (content: SiteContent) => SiteContent['home']['meta']
  body: (content: SiteContent) => ReactNode
  styles: string
  /** The faces its first screen is set in, where these are not the usual two. */
  preload?: string[]
  theme: 'light' | 'dark'
  /** The browser entry of vite.site.config.ts that brings the page to life. */
  script?: 'lead' | 'training' | 'thank-you' | 'book-strategy' | 'call-booked' | 'portal' | 'builder'
  /** The words of the page's lead dialog, where it has one. */
  dialog?: (content: SiteContent) => Dialog | undefined
  disclaimer?: (content: SiteContent) => string
  /** Legal links open in a new tab where leaving would lose the visitor's place in the video. */
  legalInNewTab?: boolean
  supportEmail?: boolean
  /** A foot of its own in place of the one all pages share. */
  footer?: (content: SiteContent, year: number) => ReactNode
  hosts?: (content: SiteContent) => Partial<Record<PolicyDirective, string[]>>
  /** It may be shown inside another site's frame; every other page may not. */
  isFrameable?: boolean
  /** The sitemap names it: a page that stands at the beginning of a way. */
  listed: boolean
  /** Search engines are asked to leave it out: it is for members, or no page at all. */
  isUnlisted?: boolean
  /** The page that search engines should know in place of this one, its variant. */
  canonical?: string
}

const legal = (name: 'terms' | 'privacy'): PublicPage => ({
  meta: (content) => content[name].meta,
  body: (content) => <LegalPage content={content} words={content[name]} />,
  styles: legalStyles,
  theme: 'light',
  listed: true,
})

const training = (
  name: 'freetraining' | 'freetraining2' | 'freetrainingc',
  variant: { place: ApplicationPlace; gated?: boolean; supportEmail?: boolean; canonical?: string },
): PublicPage => ({
  meta: (content) => content[name].meta,
  body: (content) => (
    <TrainingPage content={content} words={content[name]} place={variant.place} gated={variant.gated} />
  ),
  styles:
    trainingStyles +
    stageStyles +
    (variant.place === 'dialog' ? frameDialogStyles + applicationStyles : '') +
    leadDialogStyles,
  theme: 'dark',
  script: 'training',
  dialog: (content) => content[name].dialog,
  disclaimer: (content) => content[name].disclaimer,
  legalInNewTab: true,
  supportEmail: variant.supportEmail,
  hosts: (content) => trainingHosts(content[name], variant.place),
  listed: variant.canonical === undefined,
  canonical: variant.canonical,
})

const drawings = { choice: choiceMeme, dog: dogMeme }

const meme = (name: 'meme' | 'meme2', look: keyof typeof drawings): PublicPage => ({
  meta: (content) => content[name].meta,
  body: (content) => <MemePage words={content[name]} drawn={drawings[look](content[name])} look={look} />,
  styles: leadDialogStyles + memeStyles + drawingStyles,
  theme: 'light',
  script: 'lead',
  dialog: (content) => content[name].dialog,
  listed: true,
})

/** Every public page by its path. */
export const publicPages: Record<string, PublicPage> = {
  '/': {
    meta: (content) => content.home.meta,
    body: (content) => <HomePage content={content} />,
    styles: homeStyles + heroStyles + featureStyles + founderStyles + leadDialogStyles,
    theme: 'light',
    script: 'lead',
    dialog: (content) => content.home.dialog,
    listed: true,
  },
  '/freetraining': training('freetraining', { place: 'dialog' }),
  '/freetraining2': training('freetraining2', {
    place: 'tab',
    supportEmail: true,
    canonical: '/freetraining',
  }),
  '/freetrainingc': training('freetrainingc', { place: 'tab', gated: true, canonical: '/freetraining' }),
  '/meme': meme('meme', 'choice'),
  '/meme2': meme('meme2', 'dog'),
  '/lander-college': {
    meta: (content) => content.landerCollege.meta,
    body: (content) => <CollegePage words={content.landerCollege} />,
    styles: noteFace + leadDialogStyles + collegeStyles,
    preload: [kalam],
    theme: 'light',
    script: 'lead',
    dialog: (content) => content.landerCollege.dialog,
    listed: true,
  },
  '/lander-hack': {
    meta: (content) => content.landerHack.meta,
    body: (content) => <HackPage words={content.landerHack} />,
    styles: terminalFace + leadDialogStyles + hackStyles,
    preload: [jetbrainsMono],
    theme: 'light',
    script: 'lead',
    dialog: (content) => content.landerHack.dialog,
    listed: true,
  },
  '/trainingportal': {
    meta: (content) => content.portal.meta,
    body: (content) => <PortalPage content={content} />,
    styles:
      systemDark(tokenStyles) +
      onwardStyles +
      portalStyles +
      videoArtStyles +
      portalStageStyles +
      shelfStyles,
    theme: 'light',
    script: 'portal',
    footer: (content, year) => <PortalFooter content={content} year={year} />,
    hosts: portalHosts,
    listed: false,
    isUnlisted: true,
  },
  '/builder': {
    meta: (content) => content.builder.meta,
    body: (content) => <BuilderPage content={content} />,
    styles: builderStyles + priceStyles + builderRestStyles + leadDialogStyles,
    theme: 'light',
    script: 'builder',
    dialog: (content) => waitingDialog(content.builder),
    disclaimer: (content) => content.builder.disclaimer,
    supportEmail: true,
    listed: false,
  },
  ...confirmationPages,
  '/terms': legal('terms'),
  '/privacy': legal('privacy'),
}

/** The page for every address that is none. */
export const notFoundPage: PublicPage = {
  meta: (content) => content.notFound.meta,
  body: (content) => <NotFoundPage content={content} />,
  styles: notFoundStyles,
  theme: 'light',
  listed: false,
  isUnlisted: true,
}
