import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SiteContent } from '#contract/site-content.ts'
import { contentEditor, put } from '#support/content-editor.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let before: RunningProduct
let product: RunningProduct

// What a release stored in which the weeks were four, by their names.
const byName = ({ portal, ...content }: SiteContent) => ({
  ...content,
  portal: { ...portal, weeks: Object.fromEntries(portal.weeks.map(({ id, ...week }) => [id, week])) },
})

beforeAll(async () => {
  before = await runProduct()
  const editor = contentEditor(await before.owner())
  await editor.live((draft) => {
    for (const week of draft.portal.weeks) week.title = `Published ${week.id}`
  })
  await editor.save((draft) => {
    for (const week of draft.portal.weeks) week.tip = `Drafted ${week.id}`
  })
  const { published, draft } = await editor.read()
  await before.query('update site_versions set content = $1, changed_paths = $2', [
    JSON.stringify(byName(published)),
    ['portal.weeks.week1.title', 'portal.weeks.week2.title', 'portal.weeks.week3.title'],
  ])
  await before.query('update site_draft set content = $1, base = $2', [
    JSON.stringify(byName(draft)),
    JSON.stringify(byName(published)),
  ])
  product = await runProduct({ databaseUrl: before.databaseUrl })
})
afterAll(async () => {
  await product?.end()
  await before?.end()
})

it('a site stored while the weeks were four, by their names, is shown, edited and listed as it was', async () => {
  const { text } = await product.browser().get('/trainingportal')
  for (const id of ['week1', 'week2', 'week3', 'week4']) expect(text).toContain(`Published ${id}`)

  const owner = await product.owner()
  const editor = contentEditor(owner)
  const { published, draft, hasChanges } = await editor.read()
  const said = published.portal.weeks.map(({ id, title, wraps }) => [id, title, wraps])
  expect(said).toEqual([
    ['week1', 'Published week1', true],
    ['week2', 'Published week2', true],
    ['week3', 'Published week3', false],
    ['week4', 'Published week4', true],
  ])
  expect(draft.portal.weeks[3]).toMatchObject({ title: 'Published week4', tip: 'Drafted week4' })
  expect(hasChanges).toBe(true)
  expect((await owner.get('/api/site/versions')).body[0].changedPaths).toEqual([
    'portal.weeks.0.title',
    'portal.weeks.1.title',
    'portal.weeks.2.title',
  ])
})

it('an editor that was open meanwhile, and sends the weeks by their names, is understood', async () => {
  const owner = await product.owner()
  const editor = contentEditor(owner)
  const { revision, draft } = await editor.read()
  for (const week of draft.portal.weeks) week.label = `Part ${week.id}`
  expect((await put(owner, '/api/site/draft', { revision, content: byName(draft) })).status).toBe(200)
  expect((await editor.read()).draft.portal.weeks).toEqual(draft.portal.weeks)
})

it('a version with other weeks is published, and the old one brought back over it', async () => {
  const owner = await product.owner()
  const editor = contentEditor(owner)
  await editor.live((draft) => {
    const [first, second] = draft.portal.weeks
    draft.portal.weeks = [second, first].flatMap((week) => week ?? [])
  })
  expect((await product.browser().get('/trainingportal')).text).not.toContain('Published week3')
  expect((await owner.get('/api/site/versions')).body[0].changedPaths).toEqual(['portal.weeks'])
  const { revision } = await editor.read()
  expect((await owner.post('/api/site/versions/1/restore', { revision })).status).toBe(200)
  const { published } = await editor.read()
  expect(published.portal.weeks.map(({ title }) => title)).toEqual([
    'Published week1',
    'Published week2',
    'Published week3',
    'Published week4',
  ])
})
