import { type CalendarInUse, calendarInUse } from '#contract/calendar-in-use.ts'
import { unansweredClaims } from '#contract/claim-answers.ts'
import { claimSentence } from '#contract/claim-sentence.ts'
import type { MissingItem } from '#contract/content-api.ts'
import { playedFilm, showsSample } from '#contract/film-source.ts'
import { formVersion } from '#contract/form-version.ts'
import { linkedForm } from '#contract/linked-form.ts'
import type { SiteContent } from '#contract/site-content.ts'

const UPLOAD = 'Upload your video (MP4), or paste its YouTube or Vimeo link or its Wistia media id.'

const GONE = 'Its file is no longer on the server. Upload it again, or have the media folder restored.'
const trainingPages = ['freetraining', 'freetraining2', 'freetrainingc'] as const

/** The addresses of the owner's own films that pages show. */
export function filmsShown(content: SiteContent): string[] {
  const training = trainingPages.map((page) => content[page].video)
  const portal = content.portal.weeks.flatMap(({ videos }) => videos)
  return [...training.filter(({ source }) => source === 'film'), ...portal]
    .map(({ film }) => film)
    .filter((film) => film !== '')
}

/** What the film of a training page still wants: it may be the sample, switched off, or gone from the disk. */
function trainingVideo(content: SiteContent, page: (typeof trainingPages)[number], gone: string[]) {
  const { video } = content[page]
  if (video.source === 'film' && gone.includes(video.film))
    return {
      id: `video-${page}`,
      title: `Your video on /${page} (its file is gone)`,
      why: 'Visitors see a player in which nothing plays.',
      path: `${page}.video.film`,
      isThere: false,
      find: GONE,
    }
  const isSample = showsSample(video)
  return {
    id: `video-${page}`,
    title: isSample ? `Your video on /${page} (still the sample)` : `Video on /${page}`,
    why: isSample
      ? 'Visitors see a video that says it is a sample.'
      : 'The page is about this video; until it is there, visitors are asked to wait.',
    path: `${page}.video.source`,
    isThere: !isSample && playedFilm(video) !== undefined,
    find: UPLOAD,
  }
}

/** Every place for a video: the three training pages and each video of the portal. */
function missingVideos(content: SiteContent, gone: string[]) {
  const pages = trainingPages.map((page) => trainingVideo(content, page, gone))
  const portal = content.portal.weeks.flatMap(({ id, label, videos }, week) =>
    videos.map((video, index) => ({
      id: `video-${id}-${index}`,
      title: `${label || `Week ${week + 1}`}: ${video.title || `video ${index + 1}`}`,
      why: 'Members see that it is on its way.',
      path: `portal.weeks.${week}.videos.${index}.film`,
      isThere:
        !gone.includes(video.film) &&
        [video.film, video.embedUrl, video.vimeo, video.wistiaId].some((given) => given !== ''),
      find: gone.includes(video.film)
        ? GONE
        : 'Upload the video, or paste its YouTube or Vimeo link or its Wistia media id.',
    })),
  )
  return [...pages, ...portal]
}

/** What is known about this installation besides its content. */
export type Installation = {
  publicUrl: string | undefined
  /** The pixel's id as pages carry it, wherever it comes from. */
  pixelId: string
  isCrmConnected: boolean
  isMailConnected: boolean
  /** Whether backups are made by themselves. */
  isBackedUp: boolean
  hasLead: boolean
  hasBooking: boolean
  /** Whether the owner has said when calls can be booked. */
  hasCalendarRules: boolean
  /** The owner's own films that cannot play, by their addresses. */
  filmsGone: string[]
  /** Fields whose stored value could no longer be read. */
  unreadable: string[]
}

const item = (
  id: string,
  title: string,
  state: MissingItem['state'] | boolean,
  why: string,
  where: Partial<MissingItem['where']> & { find: string },
): MissingItem => ({
  id,
  title,
  why,
  where: { path: null, variable: null, ...where },
  state: typeof state === 'boolean' ? (state ? 'done' : 'missing') : state,
})

/** What only the owner knows, in the order in which it is worth doing; `delivered` is the site before any change. */
export function listMissing(
  content: SiteContent,
  delivered: SiteContent,
  installation: Installation,
): MissingItem[] {
  const { brand } = content
  const isOwn = (one: string, before: string) => one !== '' && one !== before
  const legal = (page: 'terms' | 'privacy', title: string) =>
    item(
      page,
      title,
      isOwn(content[page].text, delivered[page].text) ? true : 'doubtful',
      'The text that came with the site is only an example. Have somebody who knows the law where you sell look over yours.',
      { path: `${page}.text`, find: 'Write it here, or paste the text your lawyer gave you.' },
    )
  return [
    item('coach', 'Your name', isOwn(brand.coach, delivered.brand.coach), 'Every page speaks in your name.', {
      path: 'brand.coach',
      find: 'Your name as people know it.',
    }),
    item(
      'brand',
      'Your brand',
      isOwn(brand.name, delivered.brand.name),
      'It appears in titles and at the foot of each page.',
      { path: 'brand.name', find: 'The name on your ads.' },
    ),
    ...unansweredClaims(content).map((claim) =>
      item(
        `claim-${claim.id}`,
        `“${claimSentence(content, claim).replaceAll('\n', ', ')}”`,
        'missing',
        `It came with the site and is hidden on ${claim.page} until you say whether it is true of you.`,
        { path: `claims.${claim.id}.answer`, find: 'Keep it if it is true, change it, or hide it.' },
      ),
    ),
    item('email', 'Support email', brand.email !== '', 'Visitors and members need one address to write to.', {
      path: 'brand.email',
      find: 'An inbox that somebody reads.',
    }),
    item(
      'calendar',
      'Calendar',
      calendarState(calendarInUse(content.calendar), installation.hasCalendarRules),
      'Without it, nobody can book a call.',
      {
        path: 'calendar.use',
        find: 'Set your hours under Calls. Or use Cal.com: paste the link of your event type under Calendar.',
      },
    ),
    item(
      'application',
      'Your application’s questions',
      isApplicationOwn(content, delivered) ? true : 'doubtful',
      'The form works. It asks the questions that came with the site until you change them.',
      {
        path: 'apply.headline',
        find: 'Change the questions under Application form. Or, on a training page, paste the link to a form you already have, such as Typeform.',
      },
    ),
    ...missingVideos(content, installation.filmsGone).map((video) =>
      item(video.id, video.title, video.isThere, video.why, {
        path: video.path,
        find: video.find,
      }),
    ),
    item(
      'checkout',
      'Checkout',
      content.builder.offer.checkout !== '',
      'Without it nobody can pay on /builder.',
      { path: 'builder.offer.checkout', find: 'Stripe → Payment links → the link → copy.' },
    ),
    item(
      'pixel',
      'Meta pixel',
      pixelState(content.pixel.id, installation.pixelId),
      'It tells Meta which ads bring leads.',
      {
        path: 'pixel.id',
        variable: 'META_PIXEL_ID',
        find: 'Meta Events Manager → Data sources → the pixel → its number of 15 or 16 digits.',
      },
    ),
    item(
      'mail',
      'Your email',
      installation.isMailConnected,
      'Confirmations and reminders of calls wait until it is connected, and are sent then.',
      { find: 'Connections → Email → Connect your email.' },
    ),
    item(
      'backup',
      'Backups',
      installation.isBackedUp,
      'No backups are made until you choose a passphrase. If this server is lost, your leads and videos are lost with it.',
      { find: 'Settings (top right) → Backups → Choose a passphrase.' },
    ),
    item(
      'crm',
      'CRM',
      installation.isCrmConnected,
      'Optional: leads, tags and notes are kept here. Once connected, leads and tags are sent there too.',
      {
        find: 'Connections → CRM → Connect. It says where the token is found.',
      },
    ),
    item(
      'address',
      'Public address',
      addressState(installation.publicUrl),
      'Ads, cookies and shared links need it.',
      {
        variable: 'PUBLIC_URL',
        find: 'The https:// address of your domain, set where the server is started.',
      },
    ),
    legal('terms', 'Terms of Service'),
    legal('privacy', 'Privacy Policy'),
    item('lead', 'First test lead', installation.hasLead, 'Submit a form and watch the lead arrive.', {
      find: 'Open your home page, fill in the form like a visitor, and come back here. You need nothing from the list above for this.',
    }),
    item(
      'call',
      'First test call',
      installation.hasBooking,
      'Go the rest of the way as a visitor: apply, book a call, and see what arrives here.',
      {
        find: 'Open /apply, fill in the form and book a time. Under the training video the same form waits behind a button that appears at 14:15; drag the video there to see it. Nothing needs to be connected.',
      },
    ),
    ...installation.unreadable.map((path) =>
      item(
        `unreadable-${path}`,
        'A field that could not be read',
        'doubtful',
        'It shows the original text for now.',
        { path, find: 'Type it again and publish.' },
      ),
    ),
  ]
}

// The delivered hours are a guess: somebody may book at a time that the owner has never looked at.
const calendarState = (inUse: CalendarInUse, hasRules: boolean): MissingItem['state'] =>
  inUse === 'none' ? 'missing' : inUse === 'own' && !hasRules ? 'doubtful' : 'done'
/** Whether the questions are the owner's, or no video page leads to them. */
function isApplicationOwn(content: SiteContent, delivered: SiteContent): boolean {
  const pages = [content.freetraining, content.freetraining2, content.freetrainingc]
  return (
    formVersion(content.apply) !== formVersion(delivered.apply) ||
    pages.every(({ application }) => linkedForm(application) !== '')
  )
}

// A number of another length is most often an ad account's, or was cut off.
function pixelState(own: string, used: string): MissingItem['state'] {
  if (used === '') return 'missing'
  return own === '' || /^\d{15,16}$/.test(own) ? 'done' : 'doubtful'
}

function addressState(publicUrl: string | undefined): MissingItem['state'] {
  const url = URL.parse(publicUrl ?? '')
  if (url === null) return 'missing'
  return url.protocol === 'https:' ? 'done' : 'doubtful'
}
