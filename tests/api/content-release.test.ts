import { expect, test } from 'vitest'
import { changedPaths } from '#contract/content-paths.ts'
import { SiteContent } from '#contract/site-content.ts'
import { contentEditor } from '#support/content-editor.ts'
import { runProduct } from '#support/running-product.ts'

test('a release that brings other words changes no draft of the owner, and shows no change they did not make', async () => {
  const before = SiteContent.parse({ home: { intro: 'The original site.' } })
  const first = await runProduct({ content: before })
  try {
    const saved = await contentEditor(await first.owner()).save((draft) => {
      draft.home.headline = 'The owner’s own words'
    })
    expect(saved.status).toBe(200)

    const after = SiteContent.parse({ home: { intro: 'As the release delivers it.' } })
    const next = await runProduct({ content: after, databaseUrl: first.databaseUrl })
    try {
      const { draft, published } = await contentEditor(await next.owner()).read()
      expect(draft.home).toMatchObject({
        headline: 'The owner’s own words',
        intro: 'As the release delivers it.',
      })
      expect(changedPaths(published, draft)).toEqual(['home.headline'])
    } finally {
      await next.end()
    }
  } finally {
    await first.end()
  }
})
