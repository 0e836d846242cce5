import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { whoDoesWhat } from './who-does-what.ts'

const nothing = {
  ...{ crm: false, typeform: false, cal: false, stripe: false, voice: false },
  ...{ meta: false, 'meta-ads': false, email: false, webhook: false, calls: false },
}
const jobsOf = (content: object, known: Partial<typeof nothing> = {}, more = {}) =>
  Object.fromEntries(
    whoDoesWhat(SiteContent.parse(content), {
      ...{ connected: { ...nothing, ...known }, hasCallTag: false, hasPixel: false },
      ...more,
    }).map(({ job, ...rest }) => [job, rest]),
  )

describe('who does what', () => {
  it('is we from the first minute, with a film that is a sample, and nobody where only a vendor can', () => {
    const ours = { by: 'ours', vendors: [], isSample: false }
    expect(jobsOf({})).toEqual({
      ...{ film: { ...ours, isSample: true }, application: ours, calendar: ours, leads: ours },
      ...Object.fromEntries(
        ['mail', 'call', 'checkout', 'adverts'].map((job) => [job, { ...ours, by: 'nobody' }]),
      ),
    })
  })

  it('is the vendor whose link or id the owner chose, by name', () => {
    const jobs = jobsOf({
      calendar: { link: 'https://cal.com/coach/call' },
      builder: { offer: { checkout: 'https://buy.stripe.com/abc' } },
      freetraining: {
        application: { use: 'linked', link: 'https://form.typeform.com/to/abc' },
        video: { source: 'wistia', wistiaId: 'abcdefghij' },
      },
    })
    expect(jobs.calendar).toMatchObject({ by: 'vendor', vendors: ['Cal.com'] })
    expect(jobs.checkout).toMatchObject({ by: 'vendor', vendors: ['Stripe'] })
    // The other two training pages still have what is ours.
    expect(jobs.application).toMatchObject({ by: 'both', vendors: ['Typeform'] })
    expect(jobs.film).toMatchObject({ by: 'both', vendors: ['Wistia'], isSample: true })
  })

  it('follows what is connected, and what is switched off', () => {
    const jobs = jobsOf(
      { calendar: { use: 'none' } },
      { crm: true, email: true, calls: true },
      { hasPixel: true, hasCallTag: true },
    )
    expect(jobs.calendar).toMatchObject({ by: 'nobody' })
    expect(jobs.leads).toMatchObject({ by: 'both', vendors: ['GoHighLevel'] })
    expect(jobs.mail).toMatchObject({ by: 'vendor' })
    expect(jobs.call).toMatchObject({ vendors: ['your voice agent', 'GoHighLevel'] })
    expect(jobs.adverts).toMatchObject({ by: 'vendor', vendors: ['Meta'] })
  })
})
