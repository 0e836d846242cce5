// A map: an address may be called what every object has, such as valueOf.
const labels = new Map(
  Object.entries({
    '/': 'Homepage Video Thumbnail',
    '/freetraining': 'Free Training Video',
    '/freetraining2': 'Free Training Video 2',
    '/meme': 'Meme Landing Page',
    '/lander-college': 'College Lander',
    '/lander-hack': 'Hack Lander',
  }),
)

/** What a form's path offers, as the `lead_magnet` of a capture (docs/spec.md, 'Landing pages'). */
export const leadMagnetOf = (path: string): string => labels.get(path) ?? 'Website Form'
