import { describe, expect, it } from 'vitest'
import { fillIn, withNames } from './fill-in.ts'
import { SiteContent } from './site-content.ts'

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

  const nobody = { brand: '', coach: '', program: '', email: '' }
  it.each([
    ['{coach} shows how. {coach} knows.', 'Our team shows how. Our team knows.'],
    ['Taught by {coach}', 'Taught by our team'],
    [
      'Your details go to {coach}’s team to write about {program}.',
      'Your details go to our team to write about the program.',
    ],
    ['{coach}’s team writes to you', 'Our team writes to you'],
    ['Book Your Call With {coach}', 'Book Your Call With Our Team'],
    ['Apply For {program} Now', 'Apply For The Program Now'],
    ['{brand}: build a business', 'Build a business'],
    ['{brand}. All rights reserved.', 'All rights reserved.'],
    ['Terms of Service · {brand}', 'Terms of Service'],
    ['Terms of Service of {brand}.', 'Terms of Service of this site.'],
    ['# Contact\n{email}', '# Contact\nAnswer any email you have from us.'],
    ['write to {email}.', 'write to the address our emails come from.'],
  ])('are neutral words while there are none: %s', (text, shown) => {
    expect(withNames(text, nobody)).toBe(shown)
  })

  it('that came with the site are never shown; without a brand the coach’s name is the site’s', () => {
    const shown = JSON.stringify(fillIn(SiteContent.parse({})))
    expect(shown).not.toMatch(/Your (Brand|Coach)|about The Program/)
    expect(fillIn(SiteContent.parse({})).brand.name).toBe('')
    const { brand } = fillIn(SiteContent.parse({ brand: { coach: 'Ana' } }))
    expect([brand.name, brand.copyright]).toEqual(['Ana', 'Ana. All rights reserved.'])
  })
})
