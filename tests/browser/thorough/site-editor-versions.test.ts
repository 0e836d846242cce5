// A sample of it is in tests/browser/site-editor.test.ts.

import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { contentEditor } from '#support/content-editor.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { openDashboard, publish, saved, toast } from '#support/site-editor.ts'

const { product, browser } = await browseProduct()

describe('the versions of a site', () => {
  it('are read page by page, say what each changed, and the oldest can be brought back', async () => {
    const editor = contentEditor(await product.owner())
    await editor.live((draft) => {
      draft.home.actionNote = 'Take 1'
    })
    // Thirty more, as publishing leaves them; publishing each would draw the whole site every time.
    await product.query(`insert into site_versions
      (version, content, published_at, published_by, note, changed_paths, changed_count, restored_from)
      select version + take, jsonb_set(content, '{home,actionNote}', to_jsonb('Take ' || 1 + take)),
        published_at, published_by, '', changed_paths, changed_count, null
      from site_versions, generate_series(1, 30) as take`)
    await editor.live((draft) => {
      draft.home.actionNote = 'Take 32'
    })
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=versions', 'phone')
    const rows = page.getByRole('main').getByRole('button', { name: /^(Version \d+|The original site)/ })
    await page.getByText('Visitors see this').waitFor()
    const first = await rows.count()
    expect(first).toBeLessThan(33)
    expect(await rows.first().textContent()).toContain('Home › Beside the button')
    await page.getByRole('button', { name: 'Older versions' }).click()
    await page.getByText('The site before your first change').waitFor()
    expect(await rows.count()).toBe(33)
    expect(await page.getByRole('button', { name: 'Older versions' }).count()).toBe(0)
    await expectSound(page)

    await page.getByRole('button', { name: /^Version 1\b/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Version 1' })
    await dialog.getByText('Take 1', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Bring this version back…' }).click()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Bring it back' }).click()
    await toast(page, 'Brought back')
    expect((await product.browser().get('/')).text).toContain('Take 1<')
    // What visitors saw until now can be brought back in its turn, without a reload.
    await page.getByRole('button', { name: /^Version 32\b/ }).click()
    await page
      .getByRole('dialog', { name: 'Version 32' })
      .getByRole('button', { name: 'Bring this version back…' })
      .waitFor()
    await context.close()
  })

  it('carry the consent’s own version, and each lead keeps the words it agreed to', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=consent', 'phone')
    const before = (await contentEditor(await product.owner()).read()).published.consent.version
    const words = page.getByRole('textbox', { name: 'Under every form' })
    await page.getByText('Each lead keeps the words it agreed to.', { exact: false }).waitFor()
    await words.fill('We write to you about the training, and never sell your details.')
    await saved(page)
    await publish(page)
    const after = (await contentEditor(await product.owner()).read()).published.consent.version
    expect(after).not.toBe(before)
    await page.getByRole('link', { name: 'All of the site' }).click()
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByText('Consent › Under every form').waitFor()
    expect((await product.browser().get('/meme')).text).toContain('never sell your details')
    await context.close()
  })
})
