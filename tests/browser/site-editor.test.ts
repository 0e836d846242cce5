import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { waitFor } from '#support/eventually.ts'
import { enterCode, expectSound, pressAfterG } from '#support/owner-dashboard.ts'
import { ownerPassword } from '#support/running-product.ts'
import { thoroughTest } from '#support/share-of.ts'
import { openDashboard, publish, saved, type screens, toast } from '#support/site-editor.ts'

const { product, browser } = await browseProduct()

const open = (page: string, screen: keyof typeof screens) =>
  openDashboard(browser, product, `?tab=site&page=${page}`, screen)
const publicPage = async (path: string) => (await product.browser().get(path)).text

const focusOn = (page: Page, id: string) =>
  waitFor(`the cursor in ${id}`, () =>
    page.evaluate((start) => document.activeElement?.id.startsWith(start) ?? false, id),
  )

/** Where the draft may be what visitors see, a phone shows that there is nothing to publish instead. */
const savedAsPublished = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()

describe('the site editor', () => {
  it('changes a text on a phone: edit, preview, publish, public', async () => {
    const { page, context } = await open('home', 'phone')
    const headline = page.getByRole('textbox', { name: 'Headline', exact: true })
    await headline.fill('One sentence, one app')
    await page.getByText('21 / 120').waitFor()
    await saved(page)
    expect(await publicPage('/')).not.toContain('One sentence, one app')

    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const shown = page.frameLocator('iframe[title="Preview of Home"]')
    await shown.getByRole('heading', { name: 'One sentence, one app' }).waitFor()
    await expectSound(page)
    // A press on a text leads to its field; going back leads to the preview again.
    await shown.getByText('Free. About 15 minutes.').first().click()
    await page.getByRole('textbox', { name: 'Beside the button' }).waitFor()
    await focusOn(page, 'field-home.actionNote')

    await page.getByRole('button', { name: /^Publish/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Build a software business without writing code').waitFor()
    await dialog.getByText('One sentence, one app').waitFor()
    await expectSound(page)
    await dialog.getByLabel('Note for yourself').fill('A shorter headline')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Publish/ }).click()
    expect(await dialog.getByLabel('Note for yourself').inputValue()).toBe('A shorter headline')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await toast(page, 'Published')
    expect(await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/')
    expect(await publicPage('/')).toContain('One sentence, one app')
    await context.close()
  })

  thoroughTest('leads to a field from a preview that is seen and not loaded yet', async () => {
    const { page, context } = await open('home', 'desk')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/site/preview?**', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('</body>', '<img src="/held.png" alt=""></body>')
      await route.fulfill({ response: answer, body })
    })
    await page.route('**/held.png', async (route) => {
      await held.promise
      await route.abort()
    })
    await page.reload()
    const shown = page.frameLocator('iframe[title="Preview of Home"]')
    await shown.getByText('Free. About 15 minutes.').first().click()
    await focusOn(page, 'field-home.actionNote')
    await shown.getByRole('link', { name: 'Watch the free training' }).first().click()
    await focusOn(page, 'field-home.action')
    held.resolve()
    await context.close()
  })

  thoroughTest(
    'says at the field what is wrong, saves the rest, and leads there from the publish dialog',
    async () => {
      const { page, context } = await open('brand', 'desk')
      await page.getByLabel('Support email').fill('not an address')
      await page.getByLabel('Program’s name').fill('Ship It')
      await page.getByText('Some fields need attention').waitFor()
      await page.getByText('This must be an email address.').waitFor()
      await expectSound(page)
      // The email may have been sent and refused before the name was typed; what is right goes after it.
      const owner = await product.owner()
      const brand = async () => (await owner.get('/api/site/content')).body.draft.brand
      await waitFor('the name to be saved', async () => (await brand()).program === 'Ship It')
      expect((await brand()).email).toBe('')
      await page.getByRole('button', { name: /^Publish/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('One thing to fix first').waitFor()
      expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
      await expectSound(page)
      await dialog
        .getByRole('button', { name: /Support email/ })
        .first()
        .click()
      await focusOn(page, 'field-brand.email')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('help@coach.example')
      await saved(page)
      await page.getByRole('button', { name: /^Publish/ }).click()
      await dialog.getByRole('button', { name: 'Discard changes…' }).click()
      await expectSound(page)
      await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
      await toast(page, 'Changes discarded')
      expect(await page.getByLabel('Program’s name').inputValue()).toBe('The Program')
      await page.getByText('Everything is published').waitFor()
      await saved(page)
      await context.close()
    },
  )

  thoroughTest('loses nothing with the network, nor with a reload meanwhile', async () => {
    const { page, context } = await open('home', 'desk')
    await page.route('**/api/site/draft', (route) => route.abort())
    const button = page.getByRole('textbox', { name: 'Button', exact: true }).first()
    await button.fill('Show me how')
    await page.getByText('Not saved, trying again').waitFor()
    page.on('dialog', (asked) => void asked.accept())
    await page.reload()
    await page.getByText('Not saved, trying again').waitFor()
    expect(await button.inputValue()).toBe('Show me how')
    await page.unroute('**/api/site/draft')
    await saved(page)
    expect((await (await product.owner()).get('/api/site/content')).body.draft.home.action).toBe(
      'Show me how',
    )
    await context.close()
  })

  thoroughTest(
    'says once that there is more than the server takes, keeps what was typed, and saves what is shorter',
    async () => {
      const { page, context } = await open('brand', 'phone')
      let tries = 0
      // A proxy in front may take less than the product does, and answers with a page of its own.
      await context.route('**/api/site/draft', (route) => {
        tries += 1
        return route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413</h1>' })
      })
      const program = page.getByRole('textbox', { name: 'Program’s name', exact: true })
      const before = await program.inputValue()
      await program.fill('A Program With Many Words')
      await page.getByText('Too much to save. Remove something').waitFor()
      await expectSound(page)
      await page.reload()
      await page.getByText('Too much to save. Remove something').waitFor()
      expect(await program.inputValue()).toBe('A Program With Many Words')
      expect(tries).toBe(2)
      await page.getByRole('button', { name: /^Publish/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
      await dialog.getByText('There is more on the site than the server takes.').waitFor()
      await expectSound(page)
      await dialog.getByRole('button', { name: 'Keep working' }).click()
      expect(tries).toBe(2)
      await context.unroute('**/api/site/draft')
      await program.fill('Few Words')
      await saved(page)
      await program.fill(before)
      await savedAsPublished(page)
      await context.close()
    },
  )

  thoroughTest(
    'keeps what is typed as the session ends, saves it after signing in again, and asks nothing',
    async () => {
      const { page, context } = await open('brand', 'desk')
      const program = page.getByRole('textbox', { name: 'Program’s name', exact: true })
      const before = await program.inputValue()
      await program.fill('Before The End')
      await saved(page)
      // As it is sent: a read that is still under way would show the sign-in before.
      await page.route(
        '**/api/site/draft',
        async (route) => {
          await context.clearCookies()
          await route.continue()
        },
        { times: 1 },
      )
      await program.fill('After The End')
      await page.getByText('Your session has ended. Please sign in again.').waitFor()
      await enterCode(page, ownerPassword)
      await expect.poll(() => program.inputValue()).toBe('After The End')
      await saved(page)
      expect(await page.getByRole('dialog').count()).toBe(0)
      const { body } = await (await product.owner()).get('/api/site/content')
      expect(body.draft.brand.program).toBe('After The End')
      await program.fill(before)
      await savedAsPublished(page)
      await context.close()
    },
  )

  thoroughTest(
    'saves at once what goes out of view, and asks before it closes with anything unsaved',
    async () => {
      const { page, context } = await open('brand', 'desk')
      const asks = () =>
        page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
      const owner = await product.owner()
      const brand = async () => (await owner.get('/api/site/content')).body.draft.brand
      await page.getByLabel('Program’s name').waitFor()
      expect(await asks()).toBe(false)
      // A clock is put into the frames that are there: not into one that is only coming.
      await page.frameLocator('iframe[title^="Preview of"]').locator('h1').first().waitFor()
      // Time stands still, so the pause after which a change is saved does not end.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.getByLabel('Program’s name').fill('Out of view')
      expect(await asks()).toBe(true)
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      await waitFor('the name to be saved', async () => (await brand()).program === 'Out of view')
      await waitFor('no question any more', async () => !(await asks()))
      await page.clock.resume()
      const email = page.getByRole('textbox', { name: 'Support email' })
      await email.fill('not an address')
      await page.getByText('Some fields need attention').waitFor()
      expect(await asks()).toBe(true)
      await email.fill('')
      await saved(page)
      expect(await asks()).toBe(false)
      await context.close()
    },
  )

  thoroughTest('lengthens, sorts and shortens a list, with the keyboard alone', async () => {
    const { page, context } = await open('lander-college', 'desk')
    await page.goto(`${product.url}/analytics?tab=site&page=landerCollege`)
    const list = page.getByRole('group', { name: 'Benefits' })
    await list.getByRole('textbox').first().waitFor()
    const words = () =>
      list.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    const before = await words()

    await list.getByRole('button', { name: 'Add to Benefits' }).press('Enter')
    await page.keyboard.type('no homework')
    expect(await words()).toEqual([...before, 'no homework'])
    await list.getByRole('button', { name: 'Move up: no homework' }).press('Enter')
    await page.keyboard.press('Enter')
    expect((await words()).indexOf('no homework')).toBe(before.length - 2)
    await list
      .getByText(`Moved to place ${before.length - 1} of ${before.length + 1}`)
      .waitFor({ state: 'attached' })
    // A mouse may drag instead.
    const handle = list
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Move up: no homework' }) })
    await handle.getByTitle('Drag to another place').dragTo(list.getByRole('listitem').nth(1))
    expect((await words()).indexOf('no homework')).toBe(1)
    await list.getByRole('button', { name: `Remove: ${before[0]}` }).press('Enter')
    expect(await words()).not.toContain(before[0])
    await expectSound(page)
    // The way back has the focus.
    await page.keyboard.press('Enter')
    expect((await words())[0]).toBe(before[0])
    await saved(page)

    await page.goto(`${product.url}/analytics?tab=site&page=portal`)
    await page.getByText('Week 1', { exact: true }).first().click()
    const videos = page.getByRole('group', { name: 'Videos' }).first()
    await videos.getByRole('button', { name: 'Add to Videos' }).click()
    await page.keyboard.type('A new lesson')
    await videos.getByRole('button', { name: 'A new lesson', exact: true }).waitFor()
    await expectSound(page)
    await saved(page)
    await context.close()
  })

  thoroughTest('takes a picture, asks for its words, and shows it on the page', async () => {
    const { page, context } = await open('meme', 'phone')
    await page.getByRole('button', { name: 'Choose a picture' }).first().click()
    const dialog = page.getByRole('dialog')
    await expectSound(page)
    const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
    await dialog
      .getByLabel(/Choose a picture/)
      .setInputFiles(file('a.pdf', 'application/pdf', Buffer.from('x')))
    await dialog.getByText('This is not a picture.').waitFor()
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c63' } })
      .jpeg()
      .toBuffer()
    await dialog.getByLabel(/Choose a picture/).setInputFiles(file('me.jpg', 'image/jpeg', photo))
    await dialog.waitFor({ state: 'detached' })
    const alt = page.getByRole('textbox', { name: /What it shows \(needed/ })
    await alt.fill('')
    await alt.blur()
    await page.getByText('This must say what the picture shows').waitFor()
    await alt.fill('A dog at a laptop')
    await expectSound(page)
    await saved(page)
    await publish(page)
    const html = await publicPage('/meme')
    expect(html).toMatch(/\/media\/[0-9a-f]{32}/)
    expect(html).toContain('A dog at a laptop')

    // It can be chosen again elsewhere, and is named where it is used.
    await page.goto(`${product.url}/analytics?tab=site&page=pictures`)
    await page.getByText('On: Meme').waitFor()
    await expectSound(page)
    await page.goto(`${product.url}/analytics?tab=site&page=look`)
    await page
      .getByRole('group', { name: 'Portrait of the coach' })
      .getByRole('button', { name: 'Choose a picture' })
      .click()
    await dialog.getByRole('button', { name: /Choose the picture of 900 by 600/ }).click()
    await page.getByRole('button', { name: /^Remove: Portrait/ }).click()
    await context.close()
  })

  thoroughTest('joins what two browsers change, and asks where both changed the same', async () => {
    const one = await open('home', 'desk')
    const other = await open('home', 'phone')
    const headline = { name: 'Headline', exact: true } as const
    await other.page.getByRole('textbox', headline).fill('Theirs')
    await other.page.getByRole('textbox', { name: 'Beside the button' }).fill('Free, tonight.')
    await saved(other.page)
    await one.page.getByRole('textbox', headline).fill('Mine')
    const dialog = one.page.getByRole('dialog', { name: 'Changed in two places' })
    await dialog.getByText('Theirs').waitFor()
    await expectSound(one.page)
    await dialog.getByRole('button', { name: 'Decide later' }).click()
    await one.page.getByText('Waiting for your choice').waitFor()
    await one.page.getByRole('button', { name: 'Two versions…' }).click()
    await dialog.getByRole('radio', { name: /The other/ }).check()
    await dialog.getByRole('button', { name: 'Keep what is chosen' }).click()
    await saved(one.page)
    expect(await one.page.getByRole('textbox', headline).inputValue()).toBe('Theirs')
    // What only one of them changed came along without a question.
    expect(await one.page.getByRole('textbox', { name: 'Beside the button' }).inputValue()).toBe(
      'Free, tonight.',
    )
    await one.context.close()
    await other.context.close()
  })

  thoroughTest('shows every version and brings one back', async () => {
    const { page, context } = await open('home', 'desk')
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('For one day only')
    await saved(page)
    await publish(page)
    expect(await publicPage('/')).toContain('For one day only')
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByText('Visitors see this').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: /A shorter headline/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What it changed').waitFor()
    await dialog.getByText('One sentence, one app').first().waitFor()
    await page
      .frameLocator('iframe[title="How / looked"]')
      .getByRole('heading', { name: 'One sentence, one app' })
      .waitFor()
    await dialog.getByRole('button', { name: 'Bring this version back…' }).click()
    await expectSound(page)
    const other = await open('home', 'phone')
    const headline = other.page.getByRole('textbox', { name: 'Headline', exact: true })
    expect(await headline.inputValue()).toBe('For one day only')
    await dialog.getByRole('button', { name: 'Bring it back' }).click()
    await toast(page, 'Brought back')
    // A browser that has the editor open hears of it.
    await waitFor(
      'the headline elsewhere',
      async () => (await headline.inputValue()) === 'One sentence, one app',
    )
    await other.context.close()
    expect(await publicPage('/')).toContain('One sentence, one app')
    await page.getByText(/Brought back version/).waitFor()
    await context.close()
  })

  thoroughTest('hears of what was published before its stream came up, and while it was down', async () => {
    const { page: late, context } = await open('home', 'phone')
    const headline = late.getByRole('textbox', { name: 'Headline', exact: true })
    const held: Route[] = []
    await context.route('**/api/live', (route) => void held.push(route))
    await late.reload()
    await headline.waitFor()
    const other = await open('home', 'desk')
    const say = async (text: string) => {
      await other.page.getByRole('textbox', { name: 'Headline', exact: true }).fill(text)
      await saved(other.page)
      await publish(other.page)
    }
    const heard = (text: string) =>
      waitFor(`“${text}” elsewhere`, async () => (await headline.inputValue()) === text)
    await waitFor('the stream is asked for', () => held.length > 0)
    await say('Before the stream was up')
    expect(await headline.inputValue()).not.toBe('Before the stream was up')
    await held.pop()?.continue()
    await heard('Before the stream was up')

    // The browser finds its stream gone, and asks for another after two seconds.
    await late.reload()
    await headline.waitFor()
    await waitFor('the stream is asked for anew', () => held.length > 0)
    await held.pop()?.abort()
    await waitFor('the stream is asked for once more', () => held.length > 0)
    await say('While it was down')
    await held.pop()?.continue()
    await heard('While it was down')
    await other.context.close()
    await context.close()
  })

  thoroughTest('finds any text, and is reached by keys; the address keeps the place', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=leads', 'desk')
    await page.clock.install()
    await pressAfterG(page, 's')
    await page.getByRole('heading', { name: 'Make the site yours' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('cheat code')
    await page.getByRole('list', { name: 'Found' }).getByRole('button').first().press('Enter')
    await focusOn(page, 'field-landerCollege')
    await page.reload()
    await page.getByRole('heading', { name: 'Lander: college' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Make the site yours' }).waitFor()
    await context.close()
  })
})
