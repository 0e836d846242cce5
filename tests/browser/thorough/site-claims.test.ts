// A sample of it is in tests/browser/site-editor.test.ts.

import { describe, expect, it } from 'vitest'
import { allClaims } from '#contract/claim-answers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { waitFor } from '#support/eventually.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { openDashboard, saved, screens, toast } from '#support/site-editor.ts'

const { product, browser } = await browseProduct()

const publicPage = async (path: string) => (await product.browser().get(path)).text
const PROOF = 'Taught by Ana Kern: 100M+ downloads, 1M+ users.'

describe('claims that came with the site', () => {
  it('are asked about before publishing under a name: keep, change, hide, with the keyboard on a phone', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=brand', 'phone')
    await page.getByLabel('Coach’s name').fill('Ana Kern')
    await saved(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Is this true of Ana Kern?' }).waitFor()
    await dialog.getByText(`${allClaims.length} not answered`).waitFor()
    await expectSound(page)

    const home = dialog.getByRole('group', { name: 'Proof beside the headline' })
    await home.getByText(PROOF).waitFor()
    await home.getByText('I confirm that this is true. It appears under my name.').waitFor()
    await home.getByRole('radio', { name: /Keep it/ }).focus()
    await page.keyboard.press('Space')
    expect(await home.getByRole('radio', { name: /Keep it/ }).isChecked()).toBe(true)

    const meme = dialog.getByRole('group', { name: 'Proof under the meme' })
    await meme.getByRole('radio', { name: /Keep it/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await meme.getByRole('radio', { name: /Change it/ }).isChecked()).toBe(true)
    await meme.getByText('Text you have not changed stays hidden.').waitFor()
    await meme.getByRole('textbox').fill('{coach}: 40 founders coached.')
    await meme.getByText('In your own words.').waitFor()
    await expectSound(page)

    const places = dialog.getByRole('group', { name: 'Places of the program' })
    await places.getByText('1 slot left, 2 of 3 spots taken').waitFor()
    await places.getByRole('radio', { name: /Hide it/ }).check()
    await dialog.getByText(`${allClaims.length - 3} not answered`).waitFor()

    // Who thinks better of changing gets the words back.
    const meme2 = dialog.getByRole('group', { name: 'Proof under the second meme' })
    await meme2.getByRole('radio', { name: /Change it/ }).check()
    await meme2.getByRole('textbox').fill('Something')
    await meme2.getByRole('radio', { name: /Keep it/ }).check()
    await meme2.getByText('Ana Kern: 100M+ downloads, 1M+ users.').waitFor()

    await dialog.getByRole('button', { name: 'Hide all that are left' }).click()
    await dialog.getByText('All answered.').waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await toast(page, 'Published')
    expect(await publicPage('/')).toContain(PROOF)
    expect(await publicPage('/meme')).toContain('Ana Kern: 40 founders coached.')
    expect(await publicPage('/meme2')).toContain('Ana Kern: 100M+ downloads')
    expect(await publicPage('/builder')).not.toMatch(/slot|spots taken|money-back/)
    await context.close()
  })

  it('that nobody answered for are named on the Site tab, and can be answered there', async () => {
    await contentEditor(await product.owner()).live((draft) => {
      for (const claim of allClaims) draft.claims[claim.id] = { answer: 'open', said: '' }
    })
    const { page, context } = await openDashboard(browser, product, '?tab=site', 'desk')
    await page.getByText(`${allClaims.length - 1} sentences are hidden on your site`).waitFor()
    await page.getByRole('heading', { name: 'Are these true of you?' }).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Answer them' }).click()
    await page.getByRole('heading', { name: 'Claims' }).waitFor()
    await page.getByText('Under the name Ana Kern').waitFor()
    await expectSound(page)
    await page
      .getByRole('group', { name: 'Money-back guarantee' })
      .getByRole('radio', { name: /Keep it/ })
      .check()
    await saved(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Claims › Money-back guarantee on /builder').waitFor()
    await dialog.getByText('you can publish, and they stay hidden').waitFor()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await toast(page, 'Published')
    expect(await publicPage('/builder')).toContain('30-day money-back guarantee')
    expect(await publicPage('/builder')).not.toContain('spots taken')
    await context.close()
  })

  it.each(['/', '/meme', '/meme2', '/lander-college', '/lander-hack', '/builder'])(
    'leave no hole in %s while they are hidden',
    async (path) => {
      await contentEditor(await product.owner()).save((draft) => {
        draft.meme.proof = '{coach}: 100M+ downloads, 1M+ users.'
        for (const claim of allClaims) draft.claims[claim.id] = { answer: 'hide', said: '' }
      })
      await contentEditor(await product.owner()).publish()
      const { page, context } = await openVisitor(browser, { size: screens.phone })
      await page.goto(`${product.url}${path}`)
      for (const size of [screens.phone, { width: 1280, height: 800 }]) {
        await page.setViewportSize(size)
        // A box that is drawn and says nothing, nor shows a picture.
        const empty = await page
          .locator('main :is(p, h1, h2, h3, ul, ol, dl, li, aside, section, small, figure)')
          .evaluateAll((all) =>
            all
              .filter((one) => one.textContent?.trim() === '' && !one.querySelector('svg, img, iframe'))
              .filter((one) => one.checkVisibility() && one.getClientRects().length > 0)
              .map((one) => one.outerHTML.slice(0, 120)),
          )
        expect(empty).toEqual([])
        // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count.
        expect(await page.locator('body').innerText()).not.toMatch(/[,:]\s*$|100M|1M\+|millions/m)
        expect(await isWiderThanWindow(page)).toBe(false)
      }
      await context.close()
    },
  )
})

describe('a publishing', () => {
  it('is taken back from its notice; the change stays in the draft', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=home', 'desk')
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Too early')
    await saved(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await toast(page, 'Published')
    // Under a resting mouse it stays, however long the page takes.
    await page.locator('.toast').hover()
    expect(await publicPage('/')).toContain('Too early')
    await page.getByRole('button', { name: 'Undo' }).click()
    await toast(page, 'Publishing undone')
    expect(await publicPage('/')).not.toContain('Too early')
    expect(await page.getByRole('textbox', { name: 'Headline', exact: true }).inputValue()).toBe('Too early')
    await page.getByText('1 change not published yet').waitFor()
    await expectSound(page)

    // A version that was looked at while it was public can be brought back once another is.
    await page.getByRole('link', { name: 'Versions' }).click()
    const live = page.getByRole('button', { name: /Visitors see this/ })
    const name = (await live.getByText(/^Version \d+$/).textContent()) ?? ''
    await live.click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByText('This is what visitors see now.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await toast(page, 'Published')
    await page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click()
    await dialog.getByRole('button', { name: 'Bring this version back…' }).click()
    await dialog.getByRole('button', { name: 'Bring it back' }).click()
    await waitFor('the version before', async () => !(await publicPage('/')).includes('Too early'))
    await context.close()
  })
})
