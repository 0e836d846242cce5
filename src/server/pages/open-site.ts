import { defaultSiteContent } from '#contract/site-content.ts'
import type { Clock } from '#server/platform/clock.ts'
import { answerError } from '#server/platform/http/answer-errors.ts'
import type { Site } from './site.ts'

/** Opens the site. */
export async function openSite(_options: { publicUrl: string | undefined; clock: Clock }): Promise<Site> {
  const { consent } = defaultSiteContent
  return {
    register: async () => undefined,
    consent: () => ({ version: consent.version, marketing: consent.text, automatedCall: consent.callLabel }),
    pageAfter: (page) => (page.startsWith('/freetraining') ? '/trainingportal' : '/freetraining'),
    sendFormAgain: (reply, _page, _values, refusal) => answerError(refusal, reply.request, reply),
  }
}
