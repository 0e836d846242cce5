import { describe, expect, it } from 'vitest'
import { changedPaths, mergeContent } from './content-paths.ts'
import { SiteContent } from './site-content.ts'

const base = SiteContent.parse({})
const one = SiteContent.parse({ home: { headline: 'One' }, brand: { coach: 'Ana' } })
const other = SiteContent.parse({ home: { headline: 'Other', intro: 'Hello' } })

describe('two contents', () => {
  it('differ in the paths that were changed, and only in them', () => {
    expect(changedPaths(base, one)).toEqual(['brand.coach', 'home.headline'])
    expect(changedPaths(base, SiteContent.parse({}))).toEqual([])
  })

  it('name a row of a list, and the list itself once its length changed', () => {
    const [first, ...rest] = base.home.founder.figures
    const changed = { ...base.home.founder, figures: [{ figure: '2M', label: first?.label ?? '' }, ...rest] }
    const shorter = { ...base.home.founder, figures: rest }
    const withFounder = (founder: typeof changed) => ({ ...base, home: { ...base.home, founder } })
    expect(changedPaths(base, withFounder(changed))).toEqual(['home.founder.figures.0.figure'])
    expect(changedPaths(base, withFounder(shorter))).toEqual(['home.founder.figures'])
  })

  it('name the weeks as one once they are in another order, and a field of one while they are not', () => {
    const [first, second, ...rest] = base.portal.weeks
    if (!first || !second) throw new Error('there are four weeks')
    const withWeeks = (weeks: typeof rest) => ({ ...base, portal: { ...base.portal, weeks } })
    const moved = withWeeks([second, first, ...rest])
    const renamed = withWeeks([{ ...first, title: 'Begin' }, second, ...rest])
    expect(changedPaths(base, moved)).toEqual(['portal.weeks'])
    expect(changedPaths(base, renamed)).toEqual(['portal.weeks.0.title'])
    // Merged place by place, one week would get another's words.
    expect(mergeContent(base, moved, renamed)).toEqual({ content: moved, conflicts: ['portal.weeks'] })
  })

  it('become one with the changes of both, and name what both changed', () => {
    const { content, conflicts } = mergeContent(base, one, other)
    expect(content.brand.coach).toBe('Ana')
    expect(content.home.intro).toBe('Hello')
    expect(content.home.headline).toBe('One')
    expect(conflicts).toEqual(['home.headline'])
  })

  it('become one entry by entry while a list keeps its length', () => {
    const [first, second, ...rest] = base.landerCollege.bullets
    const bullets = (list: (string | undefined)[]) => ({
      ...base,
      landerCollege: { ...base.landerCollege, bullets: list.map((entry) => entry ?? '') },
    })
    const { content, conflicts } = mergeContent(
      base,
      bullets(['mine', second, ...rest]),
      bullets([first, 'theirs', ...rest]),
    )
    expect(content.landerCollege.bullets).toEqual(['mine', 'theirs', ...rest])
    expect(conflicts).toEqual([])
    expect(mergeContent(base, bullets(['mine']), bullets([...rest])).conflicts).toEqual([
      'landerCollege.bullets',
    ])
  })

  it('keep what each changed of an entry while the other moves it, and ask where that cannot be told', () => {
    const video = (title: string, more = {}) => ({ title, ...more })
    const withVideos = (...videos: object[]) =>
      SiteContent.parse({ portal: { weeks: [{ id: 'week1', label: 'Week 1', title: 'One', videos }] } })
    const film = `/films/${'a'.repeat(32)}.mp4`
    const before = withVideos(video('A'), video('B'), video('C'))
    const filled = withVideos(video('A', { film }), video('B'), video('C'))
    const moved = withVideos(video('B'), video('C'), video('A'))
    const both = withVideos(video('B'), video('C'), video('A', { film }))
    expect(mergeContent(before, filled, moved)).toEqual({ content: both, conflicts: [] })
    expect(mergeContent(before, moved, filled)).toEqual({ content: both, conflicts: [] })
    const movedAndRenamed = withVideos(video('B'), video('C'), video('A, anew'))
    expect(mergeContent(before, filled, movedAndRenamed)).toEqual({
      content: filled,
      conflicts: ['portal.weeks.0.videos'],
    })
    // Entries that say the same cannot be told from each other.
    const alike = withVideos(video('A'), video('A'), video('B'))
    const alikeMoved = withVideos(video('B'), video('A'), video('A'))
    const alikeFilled = withVideos(video('A', { film }), video('A'), video('B'))
    expect(mergeContent(alike, alikeFilled, alikeMoved).conflicts).toEqual(['portal.weeks.0.videos'])
    const lastOfAlike = withVideos(video('A'), video('A'), video('B', { film }))
    expect(mergeContent(alike, alikeFilled, lastOfAlike)).toEqual({
      content: withVideos(video('A', { film }), video('A'), video('B', { film })),
      conflicts: [],
    })
    // One entry made like another is an entry that was changed, and none that was moved.
    const copied = withVideos(video('A'), video('A'), video('C'))
    const last = withVideos(video('A'), video('B'), video('C', { film }))
    expect(mergeContent(before, copied, last)).toEqual({
      content: withVideos(video('A'), video('A'), video('C', { film })),
      conflicts: [],
    })
  })
})
