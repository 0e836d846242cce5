import { describe, expect, it } from 'vitest'
import {
  allClaims,
  claimState,
  type KnownClaim,
  keepAnswer,
  unansweredClaims,
  withoutHiddenClaims,
} from './claim-answers.ts'
import { claimSentence } from './claim-sentence.ts'
import type { ClaimId } from './claims.ts'
import { defaultSiteContent, SiteContent } from './site-content.ts'

const named = SiteContent.parse({ brand: { coach: 'Ana Kern' } })

function claimOf(id: ClaimId): KnownClaim {
  const claim = allClaims.find((one) => one.id === id)
  if (!claim) throw new Error(id)
  return claim
}

describe('a claim that came with the site', () => {
  it('stands as an example as long as nobody’s name is on the site', () => {
    expect(unansweredClaims(defaultSiteContent)).toEqual([])
    expect(withoutHiddenClaims(defaultSiteContent)).toEqual(defaultSiteContent)
  })

  it.each([{ coach: 'Ana Kern' }, { name: 'Kern Coaching' }])('is hidden under a name: %j', (brand) => {
    const content = SiteContent.parse({ brand })
    expect(unansweredClaims(content)).toEqual(allClaims)
    const shown = withoutHiddenClaims(content)
    expect(JSON.stringify(shown)).not.toMatch(
      /100M|1M\+|millions|money-back|30 days|slots? left|the long way/,
    )
    expect(shown.home.founder.figures).toEqual([])
    // Nothing else is touched.
    expect(shown.home.headline).toBe(content.home.headline)
    expect(shown.builder.offer).toEqual(content.builder.offer)
  })

  it('shows once the owner keeps it, in the words that were confirmed and no others', () => {
    const claim = claimOf('homeProof')
    const kept = { ...named, claims: { ...named.claims, homeProof: keepAnswer(named, claim) } }
    expect(claimState(kept, claim)).toBe('kept')
    expect(withoutHiddenClaims(kept).home.proof).toBe(named.home.proof)
    const other = {
      ...kept,
      claims: { ...kept.claims, homeProof: { answer: 'keep' as const, said: 'Other words' } },
    }
    expect(claimState(other, claim)).toBe('open')
    expect(withoutHiddenClaims(other).home.proof).toBe('')
  })

  it('stays hidden once the owner hides it, and is not asked about again', () => {
    const hidden = SiteContent.parse({ brand: { coach: 'Ana' }, claims: { memeProof: { answer: 'hide' } } })
    expect(unansweredClaims(hidden).map(({ id }) => id)).not.toContain('memeProof')
    expect(withoutHiddenClaims(hidden).meme.proof).toBe('')
  })

  it('is the owner’s own once it is typed: entry by entry of a list, and the places as one', () => {
    const typed = SiteContent.parse({
      brand: { coach: 'Ana' },
      home: {
        proof: 'Twelve years of teaching.',
        founder: {
          figures: [
            { figure: '120', label: 'coached founders' },
            { figure: '1M+', label: 'users' },
          ],
        },
      },
      builder: { offer: { places: 3, taken: 1 } },
    })
    const open = unansweredClaims(typed).map(({ id }) => id)
    expect(open).not.toContain('homeProof')
    expect(open).not.toContain('builderPlaces')
    expect(open).toContain('founderFigures')
    expect(withoutHiddenClaims(typed).home.founder.figures).toEqual([
      { figure: '120', label: 'coached founders' },
    ])
  })

  it('is known in the words of earlier releases, too', () => {
    const old = SiteContent.parse({
      brand: { coach: 'Ana' },
      landerCollege: { proof: '100M+ downloads, 1M+ users, no CS degree required' },
    })
    expect(withoutHiddenClaims(old).landerCollege.proof).toBe('')
  })

  it('is read out as it would stand under the name', () => {
    expect(claimSentence(named, claimOf('homeProof'))).toBe('Taught by Ana Kern: 100M+ downloads, 1M+ users.')
    expect(claimSentence(named, claimOf('builderPlaces'))).toBe('1 slot left, 2 of 3 spots taken')
    expect(claimSentence(named, claimOf('founderFigures'))).toContain('3 earlier companies')
  })
})
