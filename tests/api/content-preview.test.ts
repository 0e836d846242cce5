import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentEditor, contentEditor } from '#support/content-editor.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { tableCounts } from '#support/table-counts.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let owner: TestBrowser
let editor: ContentEditor

beforeAll(async () => {
  product = await runProduct({ environment: { META_PIXEL_ID: '123456789' } })
  owner = await product.owner()
  editor = contentEditor(owner)
  await editor.save((draft) => {
    draft.meme.headline = 'Drafted <script>alert(1)</script>'
    draft.pixel.id = '555'
  })
})
afterAll(() => product?.end())

const preview = (path: string) => owner.get(`/api/site/preview?path=${encodeURIComponent(path)}`)

it('a preview is the real page with the draft’s words, for this site’s frames alone', async () => {
  const { status, text, headers } = await preview('/meme')
  expect(status).toBe(200)
  expect(text).toContain('Drafted &lt;script&gt;')
  const live = await product.browser().get('/meme')
  const styles = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1]
  expect(styles(live.text)).toContain(styles(text)?.slice(-2000))
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('etag')).toBeNull()
})

it('it counts and sends nothing: no tracker, no pixel, and the browser is told to hold back the rest', async () => {
  const before = await tableCounts(product)
  const { text, headers } = await preview('/meme')
  expect(text).toContain('data-preview')
  expect(text).not.toMatch(/tracker|555|123456789|connect\.facebook/)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("connect-src 'none'")
  expect(policy).toContain("form-action 'none'")
  expect(policy).not.toContain('facebook')
  expect((await product.browser().get('/meme')).text).toMatch(/tracker/)
  expect(await tableCounts(product)).toEqual(before)
})

it('its links lead to previews, so that a click does not leave the draft', async () => {
  const { text } = await preview('/nowhere-at-all')
  expect(text).toContain('href="/api/site/preview?path=%2F"')
  expect(text).not.toMatch(/<a [^>]*href="\/"/)
  expect((await owner.get('/api/site/preview')).text).toContain('<title>')
})

it('a mail is shown as its reader gets it, with an invented one', async () => {
  await editor.save((draft) => {
    draft.mails.moved.subject = 'Moved <b>'
    draft.mails.hourBefore.isSent = false
  })
  const { status, text, headers } = await preview('/mails/moved')
  expect(status).toBe(200)
  expect(text).toContain('<b>Moved &lt;b&gt;</b>')
  expect(text).toContain('Hi Ada Kern,')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; frame/,
  )
  expect((await preview('/mails/hourBefore')).text).toContain('This email is switched off')
  expect((await preview('/mails/nothing')).status).toBe(404)
})

it('an earlier version can be looked at too', async () => {
  expect((await owner.get('/api/site/preview?path=/meme&version=0')).text).not.toContain('Drafted')
  expectRefusal(await owner.get('/api/site/preview?path=/meme&version=9'), 'no version', 404)
})

it('without a session a frame shows a page that says so, and everyone else a refusal', async () => {
  const visitor = product.browser()
  expectRefusal(await visitor.get('/api/site/preview?path=/meme'), 'visitor', 401)
  const frame = await product.browser(undefined, { accept: 'text/html' }).get('/api/site/preview')
  expect(frame.status).toBe(401)
  expect(frame.headers.get('content-type')).toContain('text/html')
  expect(frame.text).toContain('Your session has ended')
  expect(frame.text).not.toContain('Drafted')
})
