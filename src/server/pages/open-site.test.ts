import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { readConfig } from '#server/config.ts'
import { ConfigProblem } from '#server/config-values.ts'
import { openSite } from './open-site.ts'

const site = (pixelId: string | undefined, id = '') =>
  openSite({
    publicUrl: 'https://coach.example',
    clock: { now: () => new Date('2026-11-21T10:00:00Z') },
    content: SiteContent.parse({ pixel: { id } }),
    pixelId,
  })

describe('the pixel of META_PIXEL_ID', () => {
  it('is the site’s where its content names none, with the events of the plan', () => {
    const { pixelId } = readConfig({ META_PIXEL_ID: '123456789012345' })
    expect(site(pixelId).pixelId()).toBe('123456789012345')
    expect(site(pixelId).pixelPlan('/').length).toBeGreaterThan(0)
  })

  it('gives way to the content’s own', () => {
    expect(site('123456789012345', '999').pixelId()).toBe('999')
  })

  it('is none without it', () => {
    const { pixelId } = readConfig({ META_PIXEL_ID: '' })
    expect(site(pixelId).pixelId()).toBe('')
    expect(site(pixelId).pixelPlan('/')).toEqual([])
  })

  it('must be digits, or the start stops and names it', () => {
    expect(() => readConfig({ META_PIXEL_ID: 'pixel' })).toThrow(ConfigProblem)
    expect(() => readConfig({ META_PIXEL_ID: 'pixel' })).toThrow(/META_PIXEL_ID must be the digits/)
  })
})
