import { describe, expect, it } from 'vitest'
import { allClaims, keepAnswer } from '#contract/claim-answers.ts'
import type { MissingItem } from '#contract/content-api.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { contentEditor } from '#support/content-editor.ts'
import { ownProduct } from '#support/owned-product.ts'
import { runProduct } from '#support/running-product.ts'

const { product, owner } = await ownProduct()
const editor = contentEditor(owner)

const pages = ['/', '/meme', '/meme2', '/lander-college', '/lander-hack', '/builder']
const CLAIMED = /100M\+|1M\+|millions of people|the long way|money-back|slots? left|spots taken/

const page = async (path: string) => (await product.browser().get(path)).text
const unanswered = async (): Promise<string[]> => {
  const items: MissingItem[] = (await owner.get('/api/site/missing')).body
  return items.filter(({ id }) => id.startsWith('claim-')).map(({ id }) => id)
}
const claimOf = (id: string) => {
  const claim = allClaims.find((one) => one.id === id)
  if (!claim) throw new Error(id)
  return claim
}
const keep = (draft: SiteContent, id: string) => {
  const claim = claimOf(id)
  draft.claims[claim.id] = keepAnswer(draft, claim)
}

describe('claims that came with the site', () => {
  it('are examples while the site has no name', async () => {
    expect(await page('/meme')).toContain('100M+ downloads')
    expect(await page('/builder')).toContain('2 of 3 spots taken')
    expect(await unanswered()).toEqual([])
  })

  it('never show under a name that was published by a call alone, and the checklist names each', async () => {
    await editor.live((draft) => {
      draft.brand.coach = 'Ana Kern'
      draft.brand.name = 'Kern Coaching'
    })
    for (const path of pages) expect(await page(path), path).not.toMatch(CLAIMED)
    expect(await unanswered()).toEqual(allClaims.map(({ id }) => `claim-${id}`))
    const items: MissingItem[] = (await owner.get('/api/site/missing')).body
    expect(items.find(({ id }) => id === 'claim-memeProof')).toMatchObject({
      title: '“Ana Kern: 100M+ downloads, 1M+ users.”',
      where: { path: 'claims.memeProof.answer' },
    })
  })

  it('show once they are kept or typed; what is hidden, or kept in other words, stays away', async () => {
    await editor.live((draft) => {
      keep(draft, 'homeProof')
      keep(draft, 'builderPlaces')
      draft.meme.proof = '{coach}: twelve years of teaching.'
      draft.claims.meme2Proof.answer = 'hide'
      draft.claims.hackProof = { answer: 'keep', said: 'something else' }
    })
    expect(await page('/')).toContain('Taught by Ana Kern: 100M+ downloads, 1M+ users.')
    expect(await page('/builder')).toContain('2 of 3 spots taken')
    expect(await page('/meme')).toContain('Ana Kern: twelve years of teaching.')
    expect(await page('/meme2')).not.toMatch(CLAIMED)
    expect(await page('/lander-hack')).not.toMatch(CLAIMED)
    const open = await unanswered()
    for (const id of ['homeProof', 'builderPlaces', 'memeProof', 'meme2Proof'])
      expect(open).not.toContain(`claim-${id}`)
    expect(open).toContain('claim-hackProof')
  })

  it('go with the versions: bringing one back brings its answers', async () => {
    const { publishedVersion } = await editor.read()
    await editor.live((draft) => {
      draft.claims.homeProof = { answer: 'hide', said: '' }
    })
    expect(await page('/')).not.toContain('100M+')
    const { revision } = await editor.read()
    await owner.post(`/api/site/versions/${publishedVersion}/restore`, { revision })
    expect(await page('/')).toContain('Taught by Ana Kern: 100M+ downloads, 1M+ users.')
  })

  it('are checked like any other field', async () => {
    const refused = await editor.save((draft) => {
      Object.assign(draft.claims.homeProof, { answer: 'perhaps' })
    })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.fields)).toEqual(['claims.homeProof.answer'])
  })

  it('are hidden, too, on a site that was published under a name before anybody was asked', async () => {
    // As a release that knew of no answers left it.
    const { claims: _answers, ...before } = (await editor.read()).published
    await product.query(
      `insert into site_versions
        (version, content, published_at, published_by, note, changed_paths, changed_count, restored_from)
        select max(version) + 1, $1::jsonb, now(), null, '', '{}', 0, null from site_versions`,
      [JSON.stringify(before)],
    )
    const next = await runProduct({ databaseUrl: product.databaseUrl })
    try {
      expect((await next.browser().get('/')).text).toContain('Ana Kern looks at your idea')
      expect((await next.browser().get('/')).text).not.toMatch(CLAIMED)
      const items: MissingItem[] = (await (await next.owner()).get('/api/site/missing')).body
      expect(items.map(({ id }) => id)).toContain('claim-homeProof')
    } finally {
      await next.end()
    }
  })
})
