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

  it('takes a number that is not one for what it is', () => {
    const { content, problems } = sendableContent(withValue(saved, 'builder.offer.price', ''), saved)
    expect(content).toEqual(saved)
    expect(problems).toEqual({ 'builder.offer.price': 'This must be a number.' })
  })
})
