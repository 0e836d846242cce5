import { describe, expect, it } from 'vitest'
import { publishProblems } from './content-guards.ts'
import { SiteContent } from './site-content.ts'

const problemsOf = (document: unknown, paths?: string[]) =>
  publishProblems(SiteContent.parse(document), paths)

describe('what may not be published', () => {
  it('is nothing of the site as it is delivered', () => {
    expect(problemsOf({}, ['/', '/terms', '/privacy'])).toEqual({})
  })

  it.each([
    ['home.headline', { home: { headline: '' } }],
    ['home.action', { home: { action: '' } }],
    ['freetraining.dialog.button', { freetraining: { dialog: { button: '' } } }],
    ['consent.text', { consent: { text: '' } }],
    ['consent.callLabel', { consent: { callLabel: '' } }],
    ['leadForm.nameMissing', { leadForm: { nameMissing: '' } }],
    ['builder.included.0', { builder: { included: [''] } }],
    ['brand.portrait.alt', { brand: { portrait: { src: 'https://a.example/x.jpg', alt: '' } } }],
    ['portal.weeks.0.videos.1.wistiaId', withWeek({ videos: twice({ wistiaId: 'abc' }) })],
    ['portal.weeks.0.videos.1.film', withWeek({ videos: twice({ film: film('a') }) })],
    ['portal.weeks.0.videos.1.vimeo', withWeek({ videos: twice({ vimeo: 'https://vimeo.com/123456789' }) })],
    [
      'portal.weeks.0.videos.1.embedUrl',
      withWeek({
        videos: [
          { title: 'One', embedUrl: 'https://youtu.be/aB3_-xyz012' },
          { title: 'Two', embedUrl: 'https://www.youtube.com/watch?v=aB3_-xyz012' },
        ],
      }),
    ],
    ['portal.weeks.0.tipTitle', withWeek({ tip: 'Talk first.' })],
    ['portal.weeks.0.label', withWeek({ label: '' })],
  ])('names %s', (path, document) => {
    expect(Object.keys(problemsOf(document))).toEqual([path])
  })

  it('is no video that differs in what plays, whatever it held before', () => {
    const videos = [
      { title: 'One', wistiaId: 'abc', film: film('a') },
      { title: 'Two', wistiaId: 'abc', film: film('b') },
      { title: 'Three', wistiaId: 'abc' },
      { title: 'On its way' },
      { title: 'On its way' },
    ]
    expect(problemsOf(withWeek({ videos }))).toEqual({})
  })

  it('is a link to a page that does not exist, where the pages are known', () => {
    const document = { brand: { terms: '/term' } }
    expect(problemsOf(document)).toEqual({})
    expect(Object.keys(problemsOf(document, ['/', '/terms', '/privacy']))).toEqual(['brand.terms'])
  })

  it('lets the call’s words go where the call is not offered', () => {
    expect(problemsOf({ consent: { offerCall: false, callLabel: '' } })).toEqual({})
  })
})

const withWeek = (said: object) => ({ portal: { weeks: [{ label: 'Week 1', title: 'Start', ...said }] } })

function twice(from: object) {
  return [
    { title: 'One', ...from },
    { title: 'Two', ...from },
  ]
}

function film(letter: string) {
  return `/films/${letter.repeat(32)}.mp4`
}
