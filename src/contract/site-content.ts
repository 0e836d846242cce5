import { z } from 'zod'
import { amount, choice, group, list, prose, toggle, words } from './content-fields.ts'
import { countryCodes } from './country-codes.ts'
import { ApplicationContent } from './site-content-application.ts'
import { BookingPages } from './site-content-booking.ts'
import { BuilderContent } from './site-content-builder.ts'
import { ClaimAnswers } from './site-content-claims.ts'
import { HomeContent } from './site-content-home.ts'
import { LanderPages } from './site-content-landers.ts'
import { LegalPages, NotFoundContent } from './site-content-legal.ts'
import { Mails } from './site-content-mails.ts'
import { Pixel } from './site-content-pixel.ts'
import { PortalContent } from './site-content-portal.ts'
import { Brand, Consent, LeadForm } from './site-content-shared.ts'
import { ThankYouPages } from './site-content-thank-you.ts'
import { TrainingPages } from './site-content-training.ts'

const steps = (title: string, fallback: string[]) => list(title, words('Entry', '', 200), fallback, 6)

/** The help for visitors inside an app's own browser: how to go on in their real one. */
const InAppHelp = group('Inside an app’s browser', {
  link: words('Link in the footer', 'Open in your browser', 40),
  title: words('Title', 'Open in your browser', 80),
  text: prose(
    'Text',
    'You are in an app’s built-in browser. Open this page in your usual browser so you can find it again. With this link, you won’t have to enter your details twice.',
    300,
  ),
  copy: words('Button that copies the link', 'Copy the link', 40),
  copied: words('After copying', 'Copied. The link works once and expires in 30 minutes.', 80),
  notCopied: words('When copying is not allowed', 'Press and hold the link to copy it:', 80),
  appleTitle: words('iPhone, heading', 'On an iPhone or iPad', 60),
  appleSteps: steps('iPhone, steps', [
    'Copy the link.',
    'Open Safari.',
    'Press and hold the address bar, then choose “Paste and Go”.',
  ]),
  androidTitle: words('Android, heading', 'On an Android phone', 60),
  androidSteps: steps('Android, steps', [
    'Copy the link.',
    'Open Chrome or your usual browser.',
    'Press and hold the address bar, choose “Paste”, then Go.',
  ]),
  menu: words(
    'Another way',
    'Or open this app’s ••• menu and choose “Open in browser”. You may have to enter your details again there.',
    160,
  ),
  close: words('Close button', 'Stay here', 40),
})

/**
 * The voice agent's call after an application. Whatever stands here, only who agreed to it is called, between 8 and 21
 * o'clock where the number is, and never a premium, satellite or special number.
 */
const Calls = group('AI call', {
  tag: words('CRM tag that starts the call (empty: none)', '', 100),
  onForm: toggle('Call as soon as the application form confirms, whatever page follows'),
  perHour: amount('Calls an hour, at most', 20, 0, 1000).meta({
    title: 'Calls an hour, at most',
    description: 'After that many, visitors are offered a booking instead and you get an alert. 0: no calls.',
  }),
  perDay: amount('Calls in 24 hours, at most', 100, 0, 10_000),
  countries: list(
    'Countries whose numbers are called (none listed: only your own)',
    choice('Country', countryCodes, 'US'),
    [],
    countryCodes.length,
  ),
})

/**
 * The banner that asks before a visitor is remembered and, where there is a pixel, before adverts are measured.
 * Publishing changed words names a new version by itself.
 */
const AdConsent = group('Cookies', {
  ask: choice('Ask before remembering visitors', ['region', 'always', 'never'], 'region').meta({
    title: 'Ask before remembering visitors',
    description:
      'region: visitors in the EU, the EEA, the United Kingdom and Switzerland. Anyone who is asked has no cookie until they say yes: each page they open counts as a new visitor, and ads are not measured.',
  }),
  version: words('Version', '2026-11-24', 64).meta({ title: 'Version', format: 'automatic' }),
  visit: prose(
    'What the banner asks',
    'May we remember your visit with a cookie, to learn what brought you here?',
    400,
  ),
  text: prose(
    'What it adds where there is an ad pixel',
    'We also share your visit with Meta to measure our ads.',
    400,
  ),
  accept: words('Button that says yes', 'Accept', 24),
  decline: words('Button that says no', 'Decline', 24),
  change: words('Link in the footer', 'Cookie choices', 40),
  label: words('Name of the banner, read aloud', 'Cookie choices', 60),
  close: words('Button that closes it', 'Close', 24),
  signal: words(
    'When the browser already says no',
    'Your browser asks sites not to track you (Global Privacy Control or Do Not Track), and we respect that: nothing goes to ad networks.',
    240,
  ),
})

/**
 * Every text, picture, link, id and price on every page: one document the owner edits (docs/spec.md, 'Site content').
 * All of it has defaults, so `SiteContent.parse({})` is a complete site and content stored by an older version still
 * reads.
 */
export const SiteContent = z.object({
  brand: Brand,
  consent: Consent,
  leadForm: LeadForm,
  home: HomeContent,
  ...TrainingPages,
  ...LanderPages,
  ...ThankYouPages,
  ...BookingPages,
  mails: Mails,
  apply: ApplicationContent,
  ...LegalPages,
  portal: PortalContent,
  builder: BuilderContent,
  notFound: NotFoundContent,
  pixel: Pixel,
  calls: Calls,
  adConsent: AdConsent,
  inApp: InAppHelp,
  claims: ClaimAnswers,
})
export type SiteContent = z.output<typeof SiteContent>

/** The site as it stands before the owner has changed anything. */
export const defaultSiteContent: SiteContent = SiteContent.parse({})
