import { describe, expect, it } from 'vitest'
import { withValue } from '#contract/path-value.ts'
import { followEntry } from './follow-entry.ts'

const video = (title: string) => ({ title, film: '' })
const site = {
  portal: {
    weeks: [
      { id: 'week1', videos: [video('Welcome'), video(''), video('')] },
      { id: 'week2', videos: [video('Tools')] },
    ],
  },
}
type Site = typeof site
const videos = 'portal.weeks.0.videos'
const withVideos = (change: (list: Site['portal']['weeks'][number]['videos']) => unknown): Site =>
  withValue(site, videos, change([...(site.portal.weeks[0]?.videos ?? [])]))
/** The same as the server answers it: equal, and no part of it the same object. */
const reread = (content: Site): Site => structuredClone(content)

describe('a video that is being uploaded', () => {
  it.each([
    ['stays while another one is changed', withValue(site, `${videos}.0.title`, 'Hello'), 1],
    [
      'stays while its own title is typed, the same as one beside it had',
      withVideos(([a, b]) => [a, b, video('x')]),
      1,
    ],
    ['follows one that was removed above it', withVideos((list) => list.slice(1)), 0],
    ['follows one that was moved from above it', withVideos(([a, b, c]) => [b, c, a]), 0],
    ['follows its own move', withVideos(([a, b, c]) => [a, c, b]), 2],
    ['stays where one is added', withVideos((list) => [...list, video('')]), 1],
    ['stays where all is read again', reread(site), 1],
  ])('%s', (_what, after, place) => {
    expect(followEntry(site, after, `${videos}.1`)).toBe(`${videos}.${place}`)
  })

  it('keeps its place while its own title is typed, though another one is as it was', () => {
    const after = reread(withValue(site, `${videos}.1.title`, 'Mine'))
    expect(followEntry(site, after, `${videos}.1`)).toBe(`${videos}.1`)
  })

  it('goes with its week', () => {
    const weeks = site.portal.weeks.toReversed()
    const after = withValue(reread(site), 'portal.weeks', reread({ portal: { weeks } }).portal.weeks)
    expect(followEntry(site, after, `${videos}.0`)).toBe('portal.weeks.1.videos.0')
    expect(
      followEntry(site, withValue(site, 'portal.weeks', site.portal.weeks.slice(1)), `${videos}.0`),
    ).toBe(undefined)
  })

  it('is found by what it says where another device sorted the list', () => {
    const after = reread(withVideos(([a, b, c]) => [b, c, a]))
    expect(followEntry(site, after, `${videos}.0`)).toBe(`${videos}.2`)
  })

  it('has no place once it is removed, nor where it cannot be told from another one', () => {
    expect(
      followEntry(
        site,
        withVideos((list) => list.slice(1)),
        `${videos}.0`,
      ),
    ).toBeUndefined()
    expect(followEntry(site, reread(withVideos((list) => list.slice(0, 2))), `${videos}.1`)).toBeUndefined()
  })
})

it('leads where it led for what stands in no list', () => {
  const content = { freetraining: { video: { film: '' } } }
  expect(followEntry(content, structuredClone(content), 'freetraining.video')).toBe('freetraining.video')
})
