// A map: an address may be called what every object has, such as valueOf.
const after = new Map(
  Object.entries({
    '/': '/freetraining',
    '/freetraining': '/trainingportal',
    '/freetraining2': '/trainingportal',
    '/freetrainingc': '/trainingportal',
    '/meme': '/freetraining',
    '/meme2': '/freetraining',
    '/lander-college': '/freetraining',
    '/lander-hack': '/freetraining',
    // The upsell page’s waiting list: the same page again, with a word of confirmation.
    '/builder': '/builder?on-the-list#on-the-list',
  }),
)

/**
 * Where a successful submit of a page's lead form leads (docs/spec.md, 'Pages'); home for a page that has no form.
 */
export const pageAfterLead = (path: string): string => after.get(path) ?? '/'
