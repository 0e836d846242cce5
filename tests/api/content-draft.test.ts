import { Pool } from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { keepContent } from '#server/content/current-content.ts'
import { createLive } from '#server/platform/live.ts'
import { contentEditor, put } from '#support/content-editor.ts'
import { openForTest } from '#support/open-for-test.ts'
import { ownProduct } from '#support/owned-product.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { expectRefusal } from './expect-refusal.ts'

const { product, owner } = await ownProduct()
const editor = contentEditor(owner)

const page = async (path: string) => (await product.browser().get(path)).text

describe('the draft', () => {
  ordinaryTest('starts as the site that was delivered', async () => {
    const { published, draft, revision, publishedVersion, hasChanges, savedAt } = await editor.read()
    expect(draft).toEqual(published)
    expect([revision, publishedVersion, hasChanges, savedAt]).toEqual([0, 0, false, null])
  })

  ordinaryTest('is saved for every browser, and is not what visitors see', async () => {
    expect(
      (
        await editor.save((draft) => {
          draft.home.headline = 'Drafted words'
        })
      ).body.revision,
    ).toBe(1)
    const elsewhere = await contentEditor(await product.owner()).read()
    expect(elsewhere).toMatchObject({ revision: 1, hasChanges: true, savedBy: expect.any(String) })
    expect(elsewhere.draft.home.headline).toBe('Drafted words')
    expect(await page('/')).not.toContain('Drafted words')
  })

  ordinaryTest('saved twice in the same words is one save', async () => {
    const { draft, revision } = await editor.read()
    const again = await put(owner, '/api/site/draft', { revision: revision - 1, content: draft })
    expect([again.status, again.body.revision]).toEqual([200, revision])
  })

  ordinaryTest('may lack texts, but never have a wrong form, and says which field has', async () => {
    expect(
      (
        await editor.save((draft) => {
          draft.home.action = ''
        })
      ).status,
    ).toBe(200)
    const refused = await editor.save((draft) => {
      draft.home.headline = 'a'.repeat(121)
      draft.brand.terms = 'javascript:alert(1)'
    })
    expectRefusal(refused, 'wrong form', 422)
    expect(refused.body.fields).toEqual({
      'home.headline': 'must be at most 120 characters',
      'brand.terms': 'must start with https:// or /',
    })
  })

  ordinaryTest(
    'takes a list as Word pastes it, with a tab after each bullet, and has it as visitors read it',
    async () => {
      const saved = await editor.save((draft) => {
        draft.terms.text = '•\tFirst\r\n•\tSecond\u000bon two lines'
        draft.home.headline = 'Build\tit yourself'
      })
      expect(saved.status).toBe(200)
      const { draft } = await editor.read()
      expect(draft.terms.text).toBe('• First\n• Second\non two lines')
      expect(draft.home.headline).toBe('Build it yourself')
    },
  )

  ordinaryTest('is not overwritten by an editor that did not see the last save', async () => {
    const before = await editor.read()
    await editor.save((draft) => {
      draft.brand.coach = 'First'
    })
    const late = await editor.save((draft) => {
      draft.brand.coach = 'First'
      draft.home.intro = 'Second'
    }, before.revision)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ revision: before.revision + 1, changedPaths: ['home.intro'] })
    expect(late.body.content.brand.coach).toBe('First')
    expect((await editor.read()).draft.home.intro).not.toBe('Second')
  })

  ordinaryTest('of two editors that save at once keeps exactly one', async () => {
    const { revision } = await editor.read()
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) =>
        editor.save((draft) => {
          draft.brand.program = name
        }, revision),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await editor.read()).revision).toBe(revision + 1)
  })
})

describe('publishing', () => {
  ordinaryTest('names what must be put right first', async () => {
    const refused = await editor.publish()
    expectRefusal(refused, 'a hole', 422)
    expect(refused.body.fields).toEqual({ 'home.action': 'must not be empty' })
  })

  ordinaryTest('shows the draft at once, and once only', async () => {
    await editor.save((draft) => {
      draft.home.action = 'Press me'
      draft.home.headline = 'Published words'
    })
    const { revision } = await editor.read()
    const [first, second] = await Promise.all([editor.publish(revision), editor.publish(revision)])
    expect([first?.body, second?.body]).toEqual([
      { version: 1, revision },
      { version: 1, revision },
    ])
    expect(await page('/')).toContain('Published words')
    expect(await editor.read()).toMatchObject({ publishedVersion: 1, hasChanges: false })
  })

  ordinaryTest('refuses a draft that its publisher has not seen', async () => {
    const { revision } = await editor.read()
    await editor.save((draft) => {
      draft.home.headline = 'Not seen'
    })
    expect((await editor.publish(revision)).status).toBe(409)
    expect(await page('/')).not.toContain('Not seen')
  })
})

describe('earlier versions', () => {
  ordinaryTest(
    'are listed with what changed, newest first, down to the site as it was delivered',
    async () => {
      await editor.live((draft) => {
        draft.home.headline = 'Second words'
      })
      const all = (await owner.get('/api/site/versions')).body
      expect(all.map(({ version }: { version: number }) => version)).toEqual([2, 1, 0])
      expect(all[0]).toMatchObject({ isLive: true, changedPaths: ['home.headline'], changedCount: 1 })
      const first = await owner.get('/api/site/versions?limit=1')
      expect(first.headers.get('x-next-cursor')).toBe('2')
      expect((await owner.get('/api/site/versions?limit=5&cursor=2')).body).toHaveLength(2)
      expect((await owner.get('/api/site/versions/1')).body.content.home.headline).toBe('Published words')
      expectRefusal(await owner.get('/api/site/versions/77'), 'no version', 404)
    },
  )

  ordinaryTest('come back as a new version, draft included, however often it is asked', async () => {
    await editor.save((draft) => {
      draft.home.headline = 'Unpublished'
    })
    const { revision } = await editor.read()
    const restored = await owner.post('/api/site/versions/1/restore', { revision })
    expect(restored.body).toEqual({ version: 3, revision: revision + 1 })
    const again = await owner.post('/api/site/versions/1/restore', { revision })
    expect(again.body).toEqual({ version: 3, revision: revision + 1 })
    expect(await page('/')).toContain('Published words')
    expect((await editor.read()).draft.home.headline).toBe('Published words')
    expect((await owner.get('/api/site/versions')).body[0]).toMatchObject({ version: 3, restoredFrom: 1 })
  })

  ordinaryTest('bring back the site as it was delivered', async () => {
    const { revision } = await editor.read()
    expect((await owner.post('/api/site/versions/0/restore', { revision })).status).toBe(200)
    expect(await page('/')).toContain('Build a software business without writing code')
  })

  ordinaryTest('cannot be restored over a draft that was not seen', async () => {
    const { revision } = await editor.read()
    await editor.save((draft) => {
      draft.home.headline = 'Somebody else’s work'
    })
    expect((await owner.post('/api/site/versions/1/restore', { revision })).status).toBe(409)
    expect((await editor.read()).draft.home.headline).toBe('Somebody else’s work')
  })
})

thoroughTest('a start reads what is published, and nothing stored can stop it', async () => {
  await editor.live((draft) => {
    draft.home.headline = 'Kept words'
  })
  await product.query(
    `update site_versions set content = jsonb_set(content, '{brand,terms}', '"javascript:alert(1)"')
     where version = (select max(version) from site_versions)`,
  )
  const next = await runProduct({ databaseUrl: product.databaseUrl })
  try {
    const home = (await next.browser().get('/')).text
    expect(home).toContain('Kept words')
    expect(home).not.toContain('javascript:alert')
    const missing = (await (await next.owner()).get('/api/site/missing')).body
    expect(missing).toContainEqual(
      expect.objectContaining({ id: 'unreadable-brand.terms', state: 'doubtful' }),
    )
  } finally {
    await next.end()
  }
})

thoroughTest(
  'a process that is still starting while a version is published shows it once it can',
  async () => {
    const onProblem = (error: unknown) => expect.fail(String(error))
    const database = openForTest(product.databaseUrl)
    const live = createLive(new Pool(), onProblem)
    const starting = await keepContent({ database, live, delivered: defaultSiteContent, onProblem })
    onTestFinished(() => starting.stop())
    const version = await editor.live((draft) => {
      draft.home.headline = 'Published during a start'
    })
    // As it is told to.
    await starting.refresh()
    const shown: string[] = []
    starting.showOn(async ({ home }) => void shown.push(home.headline))
    await starting.refresh()
    expect(shown).toEqual(['Published during a start'])
    expect(starting.now().version).toBe(version)
  },
)
