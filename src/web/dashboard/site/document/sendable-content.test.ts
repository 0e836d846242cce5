import { describe, expect, it } from 'vitest'
import { withValue } from '#contract/path-value.ts'
import { defaultSiteContent as saved } from '#contract/site-content.ts'
import { sendableContent } from './sendable-content.ts'

describe('what can be saved', () => {
  it('is everything, trimmed, when nothing is wrong', () => {
    const { content, problems } = sendableContent(withValue(saved, 'home.headline', ' Hello '), saved)
    expect(content.home.headline).toBe('Hello')
    expect(problems).toEqual({})
  })

  it('keeps the saved value of a field that is wrong, and the other changes', () => {
    const edited = withValue(withValue(saved, 'brand.email', 'no address'), 'brand.coach', 'Ana')
    const { content, problems } = sendableContent(edited, saved)
    expect(content.brand).toMatchObject({ email: saved.brand.email, coach: 'Ana' })
    expect(problems).toEqual({ 'brand.email': 'This must be an email address.' })
  })

  it('leaves a new entry out until it is right', () => {
    const bullets = ['first', 'x'.repeat(121), ...saved.landerCollege.bullets]
    const { content, problems } = sendableContent(withValue(saved, 'landerCollege.bullets', bullets), saved)
    expect(content.landerCollege.bullets).toEqual(['first', ...saved.landerCollege.bullets])
    expect(problems).toEqual({ 'landerCollege.bullets.1': 'This must be at most 120 characters.' })
  })

  it('gives an entry that was moved nothing of the one whose place it took', () => {
    const bullets = ['First', 'Second', 'Third']
    const kept = withValue(saved, 'landerCollege.bullets', bullets)
    const tooLong = 'x'.repeat(121)
    const moved = withValue(
      withValue(kept, 'landerCollege.bullets', [tooLong, 'First', 'Third']),
      'brand.coach',
      'Ana',
    )
    const { content, problems } = sendableContent(moved, kept)
    expect(content.landerCollege.bullets).toEqual(bullets)
    expect(content.brand.coach).toBe('Ana')
    expect(Object.keys(problems)).toEqual(['landerCollege.bullets.0'])
    // Nor is an entry taken away because another was.
    const removed = withValue(kept, 'landerCollege.bullets', [tooLong, 'Third'])
    expect(sendableContent(removed, kept).content.landerCollege.bullets).toEqual(bullets)
  })

  it('finds the saved value of an entry by its id, wherever it stands by now', () => {
    const [one, two, ...weeks] = saved.portal.weeks
    if (!one || !two) throw new Error('The portal has too few weeks.')
    const wrong = { ...two, title: 'x'.repeat(121), tip: 'Mine' }
    const moved = withValue(saved, 'portal.weeks', [wrong, one, ...weeks])
    const [first, second] = sendableContent(moved, saved).content.portal.weeks
    expect(first).toEqual({ ...two, tip: 'Mine' })
    expect(second).toEqual(one)
  })

  it('leaves out what is new in several lists, in one as in the other', () => {
    const [one, two, ...weeks] = saved.portal.weeks
    const [video] = two?.videos ?? []
    if (!one || !two || !video) throw new Error('The portal has too few weeks.')
    const tooLong = 'x'.repeat(121)
    const fresh = { ...one, id: 'week99', label: 'x'.repeat(41) }
    const added = { ...two, videos: [...two.videos, { ...video, title: tooLong }] }
    const edited = withValue(saved, 'portal.weeks', [fresh, one, added, ...weeks])
    expect(sendableContent(edited, saved).content.portal.weeks).toEqual(saved.portal.weeks)
  })

  it('takes a number that is not one for what it is', () => {
    const { content, problems } = sendableContent(withValue(saved, 'builder.offer.price', ''), saved)
    expect(content).toEqual(saved)
    expect(problems).toEqual({ 'builder.offer.price': 'This must be a number.' })
  })
})
