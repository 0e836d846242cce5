import { allClaims, keepAnswer } from '#contract/claim-answers.ts'
import { SiteContent } from '#contract/site-content.ts'
import type { VideoContent, WeekContent } from '#contract/site-content-weeks.ts'
import { coachApplication } from './coach-application.ts'
import { coachChapters, coachFilm, portalFilm } from './coach-film.ts'
import { coachPapers } from './coach-papers.ts'
import { coachWords } from './coach-words.ts'

const PROOF = '14 years of software, 120 founders coached.'

const training = { video: { source: 'film', film: coachFilm, chapters: coachChapters, length: '15 min' } }

const written = SiteContent.parse({
  brand: {
    name: 'Wickett Works',
    coach: 'Marlo Wickett',
    program: 'The Friday Build',
    email: 'hello@coach.example',
    accent: '#0b5d5b',
    logoGround: 'light',
    portrait: { focusX: 50, focusY: 30 },
  },
  consent: { version: '2026-01-05-v1' },
  home: {
    hero: {
      alt: 'A laptop on a workbench by a window. Its screen shows a small shop, and a note that somebody has paid.',
      focusX: 52,
      focusY: 60,
    },
    proof: `Taught by {coach}: ${PROOF}`,
    results: {
      text: 'Founders who had never written code have put 64 products online with these steps. You get the steps, not a pep talk.',
    },
    founder: {
      bio: '{coach} wrote software for banks and bakeries before there were machines to do the typing. Today the same craft takes an afternoon, and most of it is knowing what to ask for.',
      figures: [
        { figure: '120', label: 'founders coached' },
        { figure: '64', label: 'products online' },
        { figure: '14', label: 'years of software' },
      ],
    },
  },
  freetraining: training,
  freetraining2: training,
  freetrainingc: training,
  meme: { proof: `{coach}: ${PROOF}` },
  meme2: { proof: `{coach}: ${PROOF}` },
  landerCollege: { proof: '120 founders coached, many between two lectures' },
  landerHack: { proof: `Found by {coach}: ${PROOF}` },
  // Somewhere among them it is always day, so that the demo's agent has somebody to call at any hour.
  calls: { countries: ['US', 'CA', 'AU'] },
  ...coachWords,
  ...coachPapers,
  apply: coachApplication,
  builder: { offer: { places: 6, taken: 4, checkout: 'https://pay.example/the-friday-build' } },
})

/** The site of the demo's invented coach: a name, and an answer to every claim that came with the site. */
export const coachSite: SiteContent = {
  ...written,
  portal: { ...written.portal, weeks: withFilms(written.portal.weeks) },
  claims: { ...written.claims, builderGuarantee: keepAnswer(written, guarantee()) },
}

/** The weeks of the portal with a film of its own at every video. */
function withFilms(weeks: WeekContent[]): WeekContent[] {
  let place = 0
  const filmed = (video: VideoContent): VideoContent => {
    place += 1
    return { ...video, film: portalFilm(place) }
  }
  return weeks.map((week) => ({ ...week, videos: week.videos.map(filmed) }))
}

function guarantee() {
  const claim = allClaims.find(({ id }) => id === 'builderGuarantee')
  if (!claim) throw new Error('the guarantee is no claim any more')
  return claim
}
