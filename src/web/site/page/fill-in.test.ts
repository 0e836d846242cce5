import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { fillIn, withNames } from './fill-in.ts'

const names = { brand: 'Acme', coach: 'Ana', program: 'The Program', email: 'help@coach.example' }

describe('the owner’s names', () => {
  it('stand wherever a text asks for them, and other braces stay', () => {
    expect(withNames('{coach} of {brand}: {coach} {else}', names)).toBe('Ana of Acme: Ana {else}')
  })

  it('are filled into every text of the content, lists included, and into nothing but texts', () => {
    const content = fillIn(
      SiteContent.parse({ brand: { coach: 'Ana' }, landerCollege: { bullets: ['ask {coach}'] } }),
    )
    expect(content.home.founder.title).toBe('Taught by Ana')
    expect(content.landerCollege.bullets).toEqual(['ask Ana'])
    expect(content.consent.offerCall).toBe(true)
    expect(JSON.stringify(content)).not.toMatch(/\{(coach|brand|program|email)\}/)
  })
})
