import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, holdAsset, openVisitor } from '#support/chromium.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { stopClock } from '#support/training-site.ts'

const { product, browser } = await browseProduct()

const opener = (page: Page) => page.locator('a[href="#access"]').filter({ visible: true }).first()
const sheet = (page: Page) => page.locator('#access')
/** The dialog has come to life: from then on React checks the form and not the browser. */
const alive = (page: Page) => page.locator('#access form[novalidate]').waitFor({ state: 'attached' })
const isOpen = (page: Page) => page.evaluate(() => document.querySelector('#access:modal') !== null)
const hasFocus = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

async function fill(page: Page, values: { name?: string; email: string; phone?: string }): Promise<void> {
  await sheet(page)
    .getByLabel('Full Name')
    .fill(values.name ?? 'Ada Lovelace')
  await sheet(page).getByLabel('Email Address').fill(values.email)
  await sheet(page)
    .getByLabel('Phone Number')
    .fill(values.phone ?? '(202) 555-0143')
}

async function leadOf(email: string) {
  await expect.poll(async () => (await capturesOf(email)).length).toBe(1)
  return (await capturesOf(email))[0]
}
const capturesOf = (email: string) =>
  product.query(`select attribution, quarantine_reason from lead_captures where email = $1`, [email])

describe('the lead dialog', () => {
  ordinaryTest('has what was typed again after a reload, until it is sent', async () => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${product.url}/meme#access`)
    await alive(page)
    const email = sheet(page).getByLabel('Email Address')
    // A screen of high contrast paints neither shadow nor ground: its edge tells it from the page behind it.
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await sheet(page).evaluate((dialog) => getComputedStyle(dialog).outlineStyle)).toBe('solid')
    await page.emulateMedia({ forcedColors: 'none' })
    await fill(page, { name: 'Put Away', email: 'put-away@example.com' })
    await sheet(page).locator('[name="callConsent"]').check()
    await page.reload()
    await expect.poll(() => email.inputValue()).toBe('put-away@example.com')
    expect(await sheet(page).getByLabel('Full Name').inputValue()).toBe('Put Away')
    const sending = page.waitForRequest('**/api/capture-lead')
    await email.press('Enter')
    // Sent at once it is no machine's: it was filled in before.
    expect((await sending).postDataJSON()).not.toHaveProperty('elapsed')
    expect((await sending).postDataJSON()).toMatchObject({ callConsent: true })
    await page.waitForURL('**/freetraining*')
    expect(await capturesOf('put-away@example.com')).toHaveLength(1)
    expect(await page.evaluate(() => sessionStorage.getItem('leadDraft'))).toBe('null')
    await context.close()
  })

  ordinaryTest('no longer asks for what is filled in once a slow network says who this is', async () => {
    const { context, page } = await openVisitor(browser)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/leads/by-fingerprint', async (route) => {
      await held.promise
      const lead = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12025550143' }
      await route.fulfill({ json: { success: true, lead } })
    })
    await page.goto(`${product.url}/meme#access`)
    await alive(page)
    const email = sheet(page).getByLabel('Email Address')
    await email.fill('no address')
    await email.press('Enter')
    const errors = sheet(page).locator('.field-error:not(:empty)')
    await expect.poll(() => errors.count()).toBe(3)
    held.resolve()
    // What was typed stays, and so does what is wrong with it.
    await expect
      .poll(() => errors.allTextContents())
      .toEqual(['Please enter an email address like you@example.com.'])
    expect(await sheet(page).getByLabel('Full Name').inputValue()).toBe('Ada Lovelace')
    expect(await email.inputValue()).toBe('no address')
    await context.close()
  })

  thoroughTest(
    'waits for each step back for its own second: one that is closed soon after another is not taken away too early',
    async () => {
      const { context, page } = await openVisitor(browser)
      await page.clock.install()
      await page.goto(`${product.url}/meme`)
      await alive(page)
      await page.clock.pauseAt(Date.now() + 60_000)
      await opener(page).click()
      await expect.poll(() => isOpen(page)).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => isOpen(page)).toBe(false)
      await page.clock.runFor(600)
      await opener(page).click()
      await expect.poll(() => isOpen(page)).toBe(true)
      // This step back takes its time.
      await page.evaluate(() => {
        const back = history.back.bind(history)
        history.back = () => addEventListener('let go', back, { once: true })
      })
      await page.keyboard.press('Escape')
      await page.clock.runFor(600)
      expect(await isOpen(page)).toBe(true)
      await page.evaluate(() => dispatchEvent(new Event('let go')))
      await expect.poll(() => isOpen(page)).toBe(false)
      await expect.poll(() => page.url()).toBe(`${product.url}/meme`)
      await context.close()
    },
  )

  ordinaryTest(
    'is a step of the history: Back closes it and stays on the page, however it was closed the step is gone',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      await page.clock.install()
      await page.goto(`${product.url}/terms`)
      await page.goto(`${product.url}/meme?utm_campaign=back`)
      await alive(page)
      // A step back that takes longer than a second would count as not taken, and stay in the history.
      await stopClock(page)
      await opener(page).click()
      await expect.poll(() => isOpen(page)).toBe(true)
      await expect.poll(() => hasFocus(page, '#lead-name')).toBe(true)
      await page.goBack()
      await expect.poll(() => isOpen(page)).toBe(false)
      expect(page.url()).toBe(`${product.url}/meme?utm_campaign=back`)
      expect(await hasFocus(page, 'a[href="#access"]')).toBe(true)

      const closings = [
        () => page.keyboard.press('Escape'),
        () => sheet(page).locator('.access-close').click(),
        () => page.mouse.click(20, 20),
      ]
      for (const close of closings) {
        await opener(page).click()
        await expect.poll(() => isOpen(page)).toBe(true)
        await close()
        await expect.poll(() => isOpen(page)).toBe(false)
        await expect.poll(() => page.url()).toBe(`${product.url}/meme?utm_campaign=back`)
        expect(await hasFocus(page, 'a[href="#access"]')).toBe(true)
      }
      await page.goBack()
      await page.waitForURL(`${product.url}/terms`)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest('opens for an address that names it, and closing it stays on the page', async () => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${product.url}/terms`)
    await page.goto(`${product.url}/meme#access`)
    await expect.poll(() => isOpen(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => isOpen(page)).toBe(false)
    await expect.poll(() => page.url()).toBe(`${product.url}/meme`)
    expect(await sheet(page).isVisible()).toBe(false)
    await context.close()
  })

  ordinaryTest(
    'opens at a tap before React is there, and loses nothing that is typed meanwhile',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      const release = await holdAsset(context, 'react')
      await page.goto(`${product.url}/meme?utm_campaign=early`, { waitUntil: 'domcontentloaded' })
      await opener(page).click()
      await fill(page, { email: 'early@example.com' })
      await sheet(page).getByLabel('Email Address').focus()
      expect(await isOpen(page)).toBe(false)
      // As long as a person takes: a form sent at once is a machine's.
      const tapped = await page.evaluate(() => performance.now())
      await page.waitForFunction((since) => performance.now() - since > 800, tapped)
      release()
      await alive(page)
      await expect.poll(() => isOpen(page)).toBe(true)
      expect(await sheet(page).getByLabel('Full Name').inputValue()).toBe('Ada Lovelace')
      expect(await hasFocus(page, '#lead-email')).toBe(true)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${product.url}/freetraining*`)
      expect(await leadOf('early@example.com')).toMatchObject({
        attribution: { utm_campaign: 'early' },
        quarantine_reason: null,
      })
      // The step with the dialog has gone with it: Back returns to the page itself.
      await page.goBack()
      await page.waitForURL(`${product.url}/meme?utm_campaign=early`)
      await alive(page)
      expect(await isOpen(page)).toBe(false)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'stays closed, and opens and closes by its link, where the browser knows no dialogs',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      await page.addInitScript(() => {
        for (const known of ['showModal', 'show', 'close'])
          Reflect.deleteProperty(HTMLDialogElement.prototype, known)
        // Nothing of the browser's own hides one there.
        const styles = new CSSStyleSheet()
        styles.replaceSync('dialog { display: inline }')
        document.adoptedStyleSheets = [styles]
      })
      await page.goto(`${product.url}/meme`)
      expect(await page.locator('dialog').filter({ visible: true }).count()).toBe(0)
      await alive(page)
      await opener(page).click()
      await sheet(page).getByLabel('Full Name').waitFor()
      await sheet(page).locator('.access-close').click()
      await sheet(page).waitFor({ state: 'hidden' })
      expect(problems).toEqual([])
      await context.close()
    },
  )

  ordinaryTest('sends by itself where React does not load, and the lead keeps its advert', async () => {
    const { context, page } = await openVisitor(browser)
    await page.route('**/assets/react-*.js', (route) => route.abort())
    await page.goto(`${product.url}/meme?utm_campaign=blocked&utm_ad=dog`)
    await opener(page).click()
    await fill(page, { email: 'blocked@example.com' })
    await sheet(page).getByRole('button', { name: 'Get Access' }).click()
    await page.waitForURL(`${product.url}/freetraining*`)
    expect(await leadOf('blocked@example.com')).toMatchObject({
      attribution: { utm_campaign: 'blocked', utm_ad: 'dog' },
    })
    await context.close()
  })

  ordinaryTest(
    'comes to life where its script is lost on the way at first, and keeps what was typed',
    async () => {
      const { context, page } = await openVisitor(browser)
      let lost = 0
      await page.route('**/assets/lead-dialog-*.js', (route) => {
        if (lost > 0) return route.continue()
        lost += 1
        return route.abort()
      })
      const isMissed = page.waitForEvent('console', (said) =>
        said.text().includes('A part of this page stays'),
      )
      await page.goto(`${product.url}/meme`)
      await opener(page).click()
      await fill(page, { email: 'lost@example.com' })
      await isMissed
      await alive(page)
      expect(lost).toBe(1)
      expect(await sheet(page).getByLabel('Email').inputValue()).toBe('lost@example.com')
      await context.close()
    },
  )

  ordinaryTest(
    'keeps whoever types in it where the browser jumps to it once more as its page comes in',
    async () => {
      const { context, page } = await openVisitor(browser)
      await holdAsset(context, 'lead-dialog')
      const letCome = await holdAsset(context, 'islands')
      await page.goto(`${product.url}/meme`, { waitUntil: 'commit' })
      await opener(page).click()
      const field = sheet(page).getByLabel('Full Name')
      await field.click()
      await page.keyboard.type('Ada')
      letCome()
      await page.locator('[data-island="in-app"][data-alive]').waitFor({ state: 'attached' })
      await sheet(page).evaluate((dialog) => dialog.focus({ preventScroll: true }))
      await page.keyboard.type(' Lovelace')
      expect(await field.inputValue()).toBe('Ada Lovelace')
      // A press beside the field leaves it, as anywhere.
      await page.locator('#access-title').click()
      await expect.poll(() => hasFocus(page, '#lead-name')).toBe(false)
      await context.close()
    },
  )

  ordinaryTest('sends by itself what was typed where React fails while it draws', async () => {
    const { context, page } = await openVisitor(browser)
    const come = await holdAsset(context, 'react')
    await page.goto(`${product.url}/meme?utm_campaign=failing`)
    await opener(page).click()
    await fill(page, { email: 'failing@example.com' })
    // As in a browser that lacks what a part of the page needs.
    await page.evaluate(() => {
      for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-island]'))
        dataset.props = 'null'
    })
    const failed = page.waitForEvent('pageerror')
    come()
    await failed
    await sheet(page).getByRole('button', { name: 'Get Access' }).click()
    await page.waitForURL(`${product.url}/freetraining*`)
    expect(await leadOf('failing@example.com')).toMatchObject({ attribution: { utm_campaign: 'failing' } })
    await context.close()
  })

  thoroughTest('keeps the advert without any scripts, also where the form came back first', async () => {
    const { context, page } = await openVisitor(browser, { javaScript: false })
    await page.goto(`${product.url}/meme?utm_campaign=plain&utm_ad=cat`)
    await opener(page).click()
    await fill(page, { email: 'ana@localhost' })
    await sheet(page).getByRole('button', { name: 'Get Access' }).click()
    await page.getByText('Please enter an email address like you@example.com.').waitFor()
    await sheet(page).getByLabel('Email Address').fill('plain@example.com')
    await sheet(page).getByRole('button', { name: 'Get Access' }).click()
    await page.waitForURL(`${product.url}/freetraining*`)
    expect(await leadOf('plain@example.com')).toMatchObject({
      attribution: { utm_campaign: 'plain', utm_ad: 'cat' },
    })
    await context.close()
  })

  ordinaryTest('says in the field what the server would refuse, before anything is sent', async () => {
    const { context, page } = await openVisitor(browser)
    const alerts: string[] = []
    page.on('dialog', (alert) => {
      alerts.push(alert.message())
      void alert.accept()
    })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/capture-lead')) sent.push(request.url())
    })
    await page.goto(`${product.url}/`)
    await alive(page)
    await opener(page).click()
    await fill(page, { email: 'a@b', phone: ' ' })
    await page.keyboard.press('Enter')
    await sheet(page).getByText('Please enter an email address like you@example.com.').waitFor()
    await sheet(page).getByText('Please enter your phone number.').waitFor()
    await expect.poll(() => hasFocus(page, '#lead-email')).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet(page).getByLabel('Email Address').fill('a@b.example')
    expect(await sheet(page).getByText('Please enter an email address').count()).toBe(0)
    expect({ sent, alerts }).toEqual({ sent: [], alerts: [] })
    await context.close()
  })

  thoroughTest('moves nothing when sending has failed', async () => {
    const { context, page } = await openVisitor(browser)
    page.on('dialog', (alert) => void alert.accept())
    await page.route('**/api/capture-lead', (route) => route.abort())
    for (const path of ['/', '/meme', '/lander-hack', '/freetrainingc']) {
      await page.goto(product.url + path)
      await alive(page)
      await opener(page).click()
      await fill(page, { email: 'ada@example.com' })
      const button = sheet(page).locator('.access-send')
      const before = await button.boundingBox()
      await button.click()
      await sheet(page).getByRole('alert').getByText('There was an error').waitFor()
      expect(await button.boundingBox(), path).toEqual(before)
    }
    await context.close()
  })

  thoroughTest(
    'sends the same once when an answer was lost, and anew what was corrected after that',
    async () => {
      const { context, page } = await openVisitor(browser)
      page.on('dialog', (alert) => void alert.accept())
      // The server stores what it is sent; its answer does not arrive.
      await page.route('**/api/capture-lead', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await page.goto(`${product.url}/meme`)
      await alive(page)
      await opener(page).click()
      await fill(page, { email: 'lost@gmial.example' })
      const press = async () => {
        const answered = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/api/capture-lead'))
        await sheet(page).locator('.access-send').click()
        await answered
        await sheet(page).getByRole('button', { name: 'Get Access' }).waitFor()
      }
      await press()
      await press()
      expect(await capturesOf('lost@gmial.example')).toHaveLength(1)
      await page.unroute('**/api/capture-lead')
      await sheet(page).getByLabel('Email Address').fill('lost@gmail.example')
      await sheet(page).locator('.access-send').click()
      await page.waitForURL(`${product.url}/freetraining*`)
      expect(await capturesOf('lost@gmail.example')).toHaveLength(1)
      expect(await capturesOf('lost@gmial.example')).toHaveLength(1)
      await context.close()
    },
  )

  thoroughTest('shows its button and a focus ring that is no error while the keyboard is up', async () => {
    // What a phone of 390 by 664 leaves above its keyboard.
    const { context, page } = await openVisitor(browser, { size: { width: 390, height: 380 } })
    await page.goto(`${product.url}/lander-college`)
    await alive(page)
    await opener(page).click()
    for (const label of ['Full Name', 'Email Address', 'Phone Number']) {
      const field = sheet(page).getByLabel(label)
      await field.focus()
      const seen = await page.evaluate(() => {
        const button = document.querySelector('.access-send')?.getBoundingClientRect()
        const input = document.activeElement?.getBoundingClientRect()
        return { button: button?.bottom ?? 0, above: button?.top ?? 0, field: input?.bottom ?? 0 }
      })
      expect(seen.button).toBeLessThanOrEqual(380)
      expect(seen.field).toBeLessThanOrEqual(seen.above)
    }
    const [red = 0, , blue = 0] = await sheet(page)
      .getByLabel('Phone Number')
      .evaluate((field) => {
        const brush = new OffscreenCanvas(1, 1).getContext('2d')
        if (!brush) return []
        brush.fillStyle = getComputedStyle(field).outlineColor
        brush.fillRect(0, 0, 1, 1)
        return [...brush.getImageData(0, 0, 1, 1).data]
      })
    expect(blue).toBeGreaterThan(red)
    await context.close()
  })

  thoroughTest('takes no page that something on the way answers with for a lead that is stored', async () => {
    const { context, page } = await openVisitor(browser)
    page.on('dialog', (alert) => void alert.accept())
    await page.route('**/api/capture-lead', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Are you a person?</title>' }),
    )
    await page.goto(`${product.url}/meme`)
    await alive(page)
    await opener(page).click()
    await fill(page, { email: 'firewall@example.com' })
    await sheet(page).locator('.access-send').click()
    await sheet(page).getByRole('alert').getByText('There was an error').waitFor()
    expect(await sheet(page).getByLabel('Email Address').inputValue()).toBe('firewall@example.com')
    await page.unroute('**/api/capture-lead')
    await sheet(page).locator('.access-send').click()
    await page.waitForURL(`${product.url}/freetraining*`)
    expect(await capturesOf('firewall@example.com')).toHaveLength(1)
    await context.close()
  })

  thoroughTest('covers none of its fields with its button on a phone that lies on its side', async () => {
    const { context, page } = await openVisitor(browser, { size: { width: 568, height: 320 } })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${product.url}/meme`)
    await alive(page)
    await opener(page).click()
    await expect.poll(() => isOpen(page)).toBe(true)
    const edges = await sheet(page).evaluate((dialog) => ({
      phone: dialog.querySelector('[name="phone"]')?.getBoundingClientRect().bottom,
      button: dialog.querySelector('.access-send')?.getBoundingClientRect().top,
    }))
    expect(edges.button).toBeGreaterThanOrEqual(edges.phone ?? Number.POSITIVE_INFINITY)
    await context.close()
  })

  thoroughTest(
    'comes back from the back-forward cache closed and ready to be sent, and asks again who this is',
    async () => {
      const { context, page } = await openVisitor(browser)
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/leads/by-fingerprint')) asked.push(request.url())
      })
      await page.goto(`${product.url}/meme`)
      await alive(page)
      await opener(page).click()
      await fill(page, { email: 'kept@example.com' })
      // The browser leaves while the answer is under way.
      await page.route('**/api/capture-lead', () => {})
      const button = sheet(page).locator('.access-send')
      await button.click()
      await expect.poll(() => button.textContent()).toBe('Submitting...')
      const before = asked.length
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
      await expect.poll(() => isOpen(page)).toBe(false)
      await expect.poll(() => asked.length).toBe(before + 1)
      await opener(page).click()
      await expect.poll(() => button.textContent()).toBe('Get Access')
      expect(await button.isEnabled()).toBe(true)
      await context.close()
    },
  )

  thoroughTest('waits for a touch where data is to be saved', async () => {
    const { context, page } = await openVisitor(browser)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const scripts: string[] = []
    page.on('request', (request) => {
      if (/assets\/react-/.test(request.url())) scripts.push(request.url())
    })
    await page.goto(`${product.url}/meme`, { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await opener(page).click()
    await expect.poll(() => isOpen(page)).toBe(true)
    expect(scripts).toHaveLength(1)
    await context.close()
  })
})
