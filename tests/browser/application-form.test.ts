import { describe, expect, it } from 'vitest'
import { defaultQuestions } from '#contract/application-questions.ts'
import { SiteContent } from '#contract/site-content.ts'
import { answerAll, answers, asks, desk, next, phone } from '#support/application-form.ts'
import { brokenWords } from '#support/broken-words.ts'
import { browseProduct } from '#support/browsed-product.ts'
import {
  accessibilityProblems,
  comesAlive,
  isWiderThanWindow,
  openVisitor,
  stillClock,
} from '#support/chromium.ts'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { becomeLead, knowsLead, openTrainee } from '#support/training-site.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({
    brand: { coach: 'Ana', program: 'The Program' },
    adConsent: { ask: 'never' },
  }),
})

describe.each(
  shareOf([
    ['a phone', phone],
    ['a desk', desk],
  ] as const),
)('on %s', (name, screen) => {
  it('asks one question a screen on a page of its own, and leads on by the answers', async () => {
    const { page, problems } = await openVisitor(browser, screen)
    await page.goto(`${product.url}/apply?utm_source=ig`)
    await comesAlive(page)
    await asks(page, 'What is your name?')
    const asked = await answerAll(page, { ...answers, email: `${name.slice(2)}@example.com` }, async (id) => {
      expect(await accessibilityProblems(page), id).toEqual([])
      expect(await isWiderThanWindow(page), id).toBe(false)
    })
    expect(asked).toEqual(defaultQuestions.map(({ id }) => id))
    await page.waitForURL('**/thankyoucall')
    expect(problems).toEqual([])
  })

  it('opens in a dialog under the video, knows who asks, and leads whoever waits to the other page', async () => {
    const { context, page, problems } = await openTrainee(browser, screen)
    const email = `dialog-${name.slice(2)}@example.com`
    await becomeLead(context, product.url, email)
    await page.goto(`${product.url}/freetraining`)
    await comesAlive(page)
    await knowsLead(page, email)
    await page.clock.fastForward(856_000)
    await page.getByRole('link', { name: 'Apply For The Program Now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your application' })
    await dialog.getByText('We already have these details').waitFor()
    // A name from right to left must not turn the number around that follows it.
    const who = dialog.getByText('Grace van Oosten', { exact: true })
    expect(await who.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('isolate')
    expect(await dialog.getByText(email).count()).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
    const asked = await answerAll(page, { ...answers, alone: 'yes', start: 'later' })
    expect(asked).toEqual(
      defaultQuestions
        .map(({ id }) => id)
        .filter((id) => !['name', 'email', 'phone', 'together'].includes(id)),
    )
    await page.waitForURL('**/thankyoucallc')
    expect(problems).toEqual([])
    const [row] = await product.query(
      `select lead.email, (select count(*)::integer from lead_captures where lead_id = lead.id) as captures
        from external_events event join leads lead on lead.id = event.lead_id where lead.email = $1`,
      [email],
    )
    expect(row).toEqual({ email, captures: 1 })
  })
})

thoroughTest('goes on after a reload where it was left, and Back leads to the question before', async () => {
  const { page } = await openVisitor(browser, phone)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await page.getByLabel('What is your name?').fill('Grace van Oosten')
  await next(page).click()
  await page.getByLabel('What is your email address?').fill('reload@example.com')
  await next(page).click()
  await asks(page, 'And your phone number?')
  expect(await page.getByText('Question 3 of 12').count()).toBe(1)
  // As where everything is shown twice as large.
  await page.setViewportSize({ width: 195, height: 422 })
  expect(await brokenWords(page, '.application-buttons')).toEqual([])
  // In one row: it stands over what is typed.
  expect((await page.locator('.application-buttons').boundingBox())?.height).toBeLessThan(64)
  await page.setViewportSize(phone.size)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q.phone')
  await page.getByLabel('And your phone number?').fill('+1 202')
  await page.reload()
  await comesAlive(page)
  await asks(page, 'And your phone number?')
  expect(await page.getByLabel('And your phone number?').inputValue()).toBe('+1 202')
  await page.getByText('We saved your answers.').waitFor()
  await page.goBack()
  await asks(page, 'What is your email address?')
  expect(await page.getByLabel('What is your email address?').inputValue()).toBe('reload@example.com')
  await page.getByRole('button', { name: 'Back' }).click()
  await asks(page, 'What is your name?')
  expect(await page.getByLabel('What is your name?').inputValue()).toBe('Grace van Oosten')
  await waitFor('the answers on the server', async () => {
    const [row] = await product.query(
      "select answered, asked, finished_at from application_responses where answers ->> 'phone' = '+1 202'",
    )
    return row?.answered === 3 && row.asked === 12 && row.finished_at === null
  })
  // Its own storage emptied, the browser is told by the server.
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await page.getByText('We saved your answers.').waitFor()
})

ordinaryTest(
  'has the call wished for after a reload, as long as its words are those that were agreed to',
  async () => {
    for (const isAgreed of [true, false]) {
      const { context, page } = await openVisitor(browser, phone)
      await page.goto(`${product.url}/apply`)
      await comesAlive(page)
      const { name, phone: number } = answers
      for (const [label, text] of [
        ['What is your name?', name],
        ['What is your email address?', `wish-${isAgreed}@example.com`],
        ['And your phone number?', number],
      ] as const) {
        await page.getByLabel(label).fill(text)
        if (text === number) await page.locator('[name="callConsent"]').check()
        await next(page).click()
      }
      await asks(page, 'Where are you today?')
      if (!isAgreed)
        await page.evaluate(() => {
          const begun = JSON.parse(localStorage.getItem('application') ?? '{}')
          localStorage.setItem('application', JSON.stringify({ ...begun, callWish: 'other words' }))
        })
      await page.reload()
      await comesAlive(page)
      await asks(page, 'Where are you today?')
      const sending = page.waitForRequest('**/api/application')
      await answerAll(page, answers)
      expect((await sending).postDataJSON()).toMatchObject({ callConsent: isAgreed })
      await context.close()
    }
  },
)

thoroughTest('goes on where it was left in another tab, past what is known of a lead', async () => {
  const { context, page } = await openVisitor(browser, phone)
  const again = async () => {
    const tab = await context.newPage()
    await tab.goto(`${product.url}/apply`)
    await comesAlive(tab)
    await tab.getByText('We saved your answers.').waitFor()
    return tab
  }
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await page.getByLabel('What is your name?').fill('Grace van Oosten')
  await next(page).click()
  await asks(page, 'What is your email address?')
  // Whoever is nobody yet is asked for what they left open, a lead for nothing that they gave.
  const stranger = await again()
  await asks(stranger, 'What is your email address?')
  await becomeLead(context, product.url, 'tabs@example.com')
  await stranger.reload()
  await comesAlive(stranger)
  await asks(stranger, 'Where are you today?')
  await stranger.getByText('I work for myself').click()
  await next(stranger).click()
  await asks(stranger, 'What would you most like help with?')
  const lead = await again()
  await lead.getByText('Question 3 of').waitFor()
  await asks(lead, 'What would you most like help with?')
  await context.close()
})

ordinaryTest('is filled in by the keyboard alone, and says in words what is wrong', async () => {
  const { page } = await openVisitor(browser, desk)
  const type = (text: string) => page.keyboard.type(text)
  const press = (key: string) => page.keyboard.press(key)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await page.getByLabel('What is your name?').focus()
  await press('Enter')
  await page.getByText('Please answer this question.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await type('Grace')
  await press('Enter')
  await asks(page, 'What is your email address?')
  await type('grace@example')
  await press('Enter')
  await page.getByText('Please enter an email address like you@example.com.').waitFor()
  await type('.com')
  await press('Enter')
  await asks(page, 'And your phone number?')
  await type('2025550143')
  await press('Enter')
  await asks(page, 'Where are you today?')
  // Moving about among the answers chooses, and goes nowhere.
  await press('ArrowDown')
  await press('ArrowDown')
  await asks(page, 'Where are you today?')
  // As on a screen of high contrast, which leaves no other colours to tell it by.
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = await page
    .locator('.question-option')
    .evaluateAll((all) => all.map((option) => getComputedStyle(option).backgroundColor))
  const chosen = await page
    .locator('.question-option')
    .evaluateAll((all) => all.findIndex((option) => option.matches(':has(:checked)')))
  expect(grounds.filter((ground) => ground === grounds[chosen])).toHaveLength(1)
  const groundOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await groundOf('.application-bar')).not.toBe(await groundOf('body'))
  await page.emulateMedia({ forcedColors: 'none' })
  await press('Enter')
  await asks(page, 'What would you most like help with?')
  await type('One')
  await press('Enter')
  await type('Two')
  await asks(page, 'What would you most like help with?')
  expect(await page.locator('textarea').inputValue()).toBe('One\nTwo')
  await press('Tab')
  await press('Tab')
  await press('Enter')
  await asks(page, 'What do you want to be different in 90 days?')
})

thoroughTest('shows its question on a phone that lies on its side', async () => {
  const { context, page } = await openVisitor(browser, { size: { width: 568, height: 320 } })
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  const field = page.getByLabel('What is your name?')
  await field.waitFor()
  const label = page.locator('.application-steps').getByText('What is your name?')
  // What lies over it would take the press.
  await label.click({ trial: true })
  expect(await label.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(320)
  expect(
    await next(page).evaluate((button) => getComputedStyle(button.parentElement ?? button).position),
  ).toBe('static')
  await context.close()
})

thoroughTest('is dark where the visitor’s system is', async () => {
  const { page } = await openVisitor(browser, phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  const turn = async (name: string) => {
    expect(await accessibilityProblems(page), name).toEqual([])
  }
  await answerAll(page, { ...answers, email: 'dark@example.com' }, turn)
})

thoroughTest('keeps its answers where sending fails, and is sent once they are sent again', async () => {
  const { context, page } = await openVisitor(browser, desk)
  let isDown = true
  await context.route('**/api/application', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await answerAll(page, { ...answers, email: 'again@example.com' })
  await page.getByText('Your application could not be sent. Your answers are still here.').waitFor()
  isDown = false
  await next(page).click()
  await page.waitForURL('**/thankyoucall')
})

ordinaryTest('leaves whoever has begun to type in their field when earlier answers come late', async () => {
  const { context, page } = await openVisitor(browser, phone)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await page.getByLabel('What is your name?').fill('Grace van Oosten')
  await next(page).click()
  const told = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/application/answers') &&
      answer.request().postData()?.includes('late@') === true,
  )
  await page.getByLabel('What is your email address?').fill('late@example.com')
  await told
  /** Comes back as a phone does that emptied its storage: the server tells what was answered, once `letCome` is called. */
  const comeBack = async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('about:blank')
    let letCome = () => {}
    const slow = new Promise<void>((resolve) => {
      letCome = resolve
    })
    await page.route(
      '**/api/application/own',
      async (route) => {
        const response = await route.fetch()
        await slow
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto(`${product.url}/apply`)
    await comesAlive(page)
    return letCome
  }
  const name = page.getByLabel('What is your name?')
  const email = page.getByLabel('What is your email address?')
  const kept = page.getByText('We saved your answers.')
  const letCome = await comeBack()
  await name.pressSequentially('Grace ')
  letCome()
  await kept.waitFor()
  await page.keyboard.type('Hopper')
  expect(await name.inputValue()).toBe('Grace Hopper')
  await next(page).click()
  expect(await email.inputValue()).toBe('late@example.com')
  // What is still on its way would be newer than all that is typed after the server has told what was there before it.
  const { responseId, revision } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('application') ?? ''),
  )
  const stored = () => product.query('select revision from application_responses where id = $1', [responseId])
  await expect.poll(stored).toEqual([{ revision }])

  const letComeAgain = await comeBack()
  await name.fill('Grace')
  await next(page).click()
  await asks(page, 'What is your email address?')
  letComeAgain()
  await kept.waitFor()
  // What was answered there before is in the field, and so is whoever is to go on.
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await email.inputValue()).toBe('late@example.com')
  // All of it is one application.
  const begun = () =>
    product.query(
      "select answers ->> 'name' as name, answers ->> 'email' as email from application_responses " +
        "where visitor_id = (select visitor_id from application_responses where answers ->> 'email' = 'late@example.com')",
    )
  await expect.poll(begun).toEqual([{ name: 'Grace', email: 'late@example.com' }])
  await context.close()
})

ordinaryTest(
  'tells the server of answers again where it or the network was away, though nothing is added',
  async () => {
    const { context, page } = await openVisitor(browser, phone)
    let refusals = 0
    await page.route('**/api/application/answers', (route) => {
      if (refusals > 0) return route.continue()
      refusals += 1
      return route.fulfill({ status: 503, json: { error: 'Please try again.', code: 'busy' } })
    })
    await page.goto(`${product.url}/apply`)
    await comesAlive(page)
    await page.getByLabel('What is your name?').fill('Grace Kept')
    const kept = () =>
      product.query(
        "select answers ->> 'email' as email from application_responses where answers ->> 'name' = 'Grace Kept'",
      )
    await expect.poll(kept).toEqual([{ email: null }])
    expect(refusals).toBe(1)

    await context.setOffline(true)
    const isLost = page.waitForEvent('console', (said) => said.text().includes('kept in this browser alone'))
    await next(page).click()
    await page.getByLabel('What is your email address?').fill('kept@example.com')
    await isLost
    await context.setOffline(false)
    await expect.poll(kept).toEqual([{ email: 'kept@example.com' }])
    await context.close()
  },
)

ordinaryTest('is not held up by what it told of its first answers on a slow network', async () => {
  const { context, page } = await openVisitor(browser, desk)
  let letCome = () => {}
  const slow = new Promise<void>((resolve) => {
    letCome = resolve
  })
  const told: string[] = []
  await page.route('**/api/application/answers', async (route) => {
    told.push(Object.keys(route.request().postDataJSON().answers).at(-1) ?? '')
    await slow
    await route.continue()
  })
  // A page waits for an answer for twenty seconds of its own clock, and then tells the rest.
  await stillClock(page)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  // Nobody answers all of it at once.
  await page.clock.runFor(2000)
  const asked = await answerAll(page, { ...answers, email: 'slow@example.com' })
  await page.getByRole('button', { name: 'Sending…' }).waitFor()
  letCome()
  await page.waitForURL('**/thankyoucall')
  // What was answered meanwhile went out with the whole, and nothing before it.
  expect(told).toEqual(asked.slice(0, 1))
  await context.close()
})

ordinaryTest(
  'takes a correction of whoever comes back to it once it is sent, and the same but once',
  async () => {
    const { context, page } = await openVisitor(browser, desk)
    let isSent = 0
    // The page stays as the browser keeps it for Back.
    await page.route('**/thankyoucall', async (route) => {
      isSent += 1
      await route.fulfill({ status: 204 })
    })
    await page.goto(`${product.url}/apply`)
    await comesAlive(page)
    await answerAll(page, { ...answers, email: 'comes.back@example.com' })
    for (const [at, text] of ['example.com', 'corrected.example.com'].entries()) {
      await expect.poll(() => isSent).toBe(at + 1)
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
      await page.locator('[name="q.page"]').fill(text)
      await next(page).click()
    }
    await expect.poll(() => isSent).toBe(3)
    const rows = await product.query(
      `select answers ->> 'page' as page, finished_at is not null as is_finished from application_responses
      where answers ->> 'email' = 'comes.back@example.com' order by finished_at`,
    )
    expect(rows).toEqual(
      ['example.com', 'corrected.example.com'].map((one) => ({ page: one, is_finished: true })),
    )
    await context.close()
  },
)

ordinaryTest('loses nothing of what was answered in another tab of the same browser', async () => {
  const { context, page } = await openVisitor(browser, phone)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await page.getByLabel('What is your name?').fill('Grace')
  const other = await context.newPage()
  await other.goto(`${product.url}/apply`)
  await comesAlive(other)
  await asks(other, 'What is your email address?')
  await other.getByRole('textbox').fill('tab.by.tab@example.com')
  await next(other).click()
  await asks(other, 'And your phone number?')
  await other.getByRole('textbox').fill('202-555-0143')
  await other.getByRole('button', { name: 'Back' }).click()
  // Each is a step of the tab's history, which takes its time.
  await asks(other, 'What is your email address?')
  await other.getByRole('button', { name: 'Back' }).click()
  await other.getByLabel('What is your name?').fill('Grace van Oosten')
  // The first tab has it all, where it was left, and goes on from there.
  const name = page.getByLabel('What is your name?')
  await expect.poll(() => name.inputValue()).toBe('Grace van Oosten')
  await name.fill('Grace Oosten')
  await next(page).click()
  await asks(page, 'What is your email address?')
  expect(await page.getByRole('textbox').inputValue()).toBe('tab.by.tab@example.com')
  // So has whoever closes both.
  await page.close()
  await other.close()
  const later = await context.newPage()
  await later.goto(`${product.url}/apply`)
  await comesAlive(later)
  await asks(later, 'Where are you today?')
  const kept = await later.evaluate(() => JSON.parse(localStorage.getItem('application') ?? '').answers)
  expect(kept).toMatchObject({
    name: 'Grace Oosten',
    email: 'tab.by.tab@example.com',
    phone: '202-555-0143',
  })
  await context.close()
})

ordinaryTest('is not called who took the wish for it back in another tab', async () => {
  const { context, page } = await openVisitor(browser, phone)
  const wish = (tab: typeof page) => tab.locator('[name="callConsent"]')
  const openTab = async (tab: typeof page) => {
    await tab.goto(`${product.url}/apply`)
    await comesAlive(tab)
  }
  await openTab(page)
  await page.getByLabel('What is your name?').fill(answers.name)
  await next(page).click()
  await page.getByLabel('What is your email address?').fill('wish.of.two.tabs@example.com')
  await next(page).click()
  await wish(page).check()
  await page.getByLabel('And your phone number?').fill(answers.phone)
  const other = await context.newPage()
  await openTab(other)
  await other.getByRole('button', { name: 'Back' }).click()
  await asks(other, 'And your phone number?')
  expect(await wish(other).isChecked()).toBe(true)
  await wish(other).uncheck()
  await expect.poll(() => wish(page).isChecked()).toBe(false)
  await context.close()
})

ordinaryTest('takes a correction in another tab than the one that it was sent in', async () => {
  const { context, page } = await openVisitor(browser, desk)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await context.route('**/api/application', (route) => route.abort())
  await answerAll(page, { ...answers, email: 'two.tabs@example.com' })
  await page.getByText('Your application could not be sent.').waitFor()
  await context.unroute('**/api/application')
  const other = await context.newPage()
  await other.goto(`${product.url}/apply`)
  await comesAlive(other)
  await other.locator('[name="q.page"][value="example.com"]').waitFor()
  await next(page).click()
  await page.waitForURL('**/thankyoucall')
  await other.locator('[name="q.page"]').fill('corrected.example.com')
  await next(other).click()
  await other.waitForURL('**/thankyoucall')
  const rows = await product.query(
    `select answers ->> 'page' as page from application_responses
      where answers ->> 'email' = 'two.tabs@example.com' order by finished_at`,
  )
  expect(rows.map((row) => row.page)).toEqual(['example.com', 'corrected.example.com'])
  await context.close()
})

thoroughTest('takes a correction in another tab of a browser that stores nothing', async () => {
  const { context, page } = await openVisitor(browser, desk)
  await context.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
  })
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await context.route('**/api/application', (route) => route.abort())
  const email = 'nothing.stored@example.com'
  await answerAll(page, { ...answers, email }, async (id) => {
    if (id !== 'page') return
    // What waits for the answers before it to be taken is dropped once the whole is sent: the other tab would be asked for it.
    const toldLast = () =>
      product.query(
        "select answers ->> 'budget' as budget from application_responses where answers ->> 'email' = $1",
        [email],
      )
    await expect.poll(toldLast).toEqual([{ budget: answers.budget }])
  })
  await page.getByText('Your application could not be sent.').waitFor()
  await context.unroute('**/api/application')
  const other = await context.newPage()
  await other.goto(`${product.url}/apply`)
  await comesAlive(other)
  await other.getByText('We saved your answers.').waitFor()
  await asks(other, 'Do you have a website or profile where we can see what you do?')
  await next(page).click()
  await page.waitForURL('**/thankyoucall')
  await other.locator('[name="q.page"]').fill('corrected.example.com')
  await next(other).click()
  await other.waitForURL('**/thankyoucall')
  const rows = await product.query(
    `select answers ->> 'page' as page, finished_at is not null as is_finished from application_responses
      where answers ->> 'email' = $1 order by finished_at`,
    [email],
  )
  expect(rows).toEqual(
    ['example.com', 'corrected.example.com'].map((one) => ({ page: one, is_finished: true })),
  )
  await context.close()
})

thoroughTest.each([
  ['the answer is lost', { isStored: true, isReloaded: false }],
  ['the answer is lost, and the page loads again', { isStored: true, isReloaded: true }],
  ['the application itself is lost', { isStored: false, isReloaded: false }],
])('loses no correction where %s', async (what, { isStored, isReloaded }) => {
  const { context, page } = await openVisitor(browser, desk)
  const email = `${what.replace(/\W+/g, '.')}@example.com`
  let isDown = true
  await context.route('**/api/application', async (route) => {
    if (isDown && isStored) await route.fetch()
    await (isDown ? route.abort() : route.continue())
  })
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await answerAll(page, { ...answers, email })
  await page.getByText('Your application could not be sent. Your answers are still here.').waitFor()
  isDown = false
  if (isReloaded) {
    await page.reload()
    await comesAlive(page)
    await page.locator('[name="q.page"][value="example.com"]').waitFor()
  }
  await page.locator('[name="q.page"]').fill('corrected.example.com')
  await next(page).click()
  await page.waitForURL('**/thankyoucall')
  const rows = await product.query(
    `select answers ->> 'page' as page, finished_at is not null as is_finished from application_responses
      where answers ->> 'email' = $1 order by finished_at`,
    [email],
  )
  const pages = isStored ? ['example.com', 'corrected.example.com'] : ['corrected.example.com']
  expect(rows).toEqual(pages.map((one) => ({ page: one, is_finished: true })))
})

describe('every kind of question', () => {
  const common = {
    help: 'A word of help',
    required: true,
    options: [],
    onlyIf: [],
    lowText: '',
    highText: '',
  }
  const given = {
    short: 'A line',
    number: '12,5',
    date: '2026-12-24',
    scale: '0',
    link: 'https://example.com/me',
  }

  ordinaryTest('is answered, and read by the owner as it was meant', async () => {
    const kinds = Object.keys(given) as (keyof typeof given)[]
    const questions = kinds.map((kind) => ({
      ...{ ...common, id: kind, kind, label: `Kind: ${kind}`, low: 0, high: 5 },
      ...(kind === 'link' && {
        onlyIf: [{ question: 'scale', test: 'atMost' as const, values: [], amount: 2 }],
      }),
    }))
    const endings = [
      {
        id: 'one',
        to: '/qualified' as const,
        when: [{ question: 'number', test: 'atLeast' as const, values: [], amount: 12 }],
      },
    ]
    const other = await runProduct({
      content: SiteContent.parse({ apply: { questions, endings }, adConsent: { ask: 'never' } }),
    })
    try {
      const { page, problems } = await openVisitor(browser, phone)
      await page.goto(`${other.url}/apply`)
      await comesAlive(page)
      const asked = await answerAll(page, given, async (id) => {
        expect(await accessibilityProblems(page), id).toEqual([])
      })
      expect(asked).toEqual(kinds)
      await page.waitForURL('**/qualified')
      expect(problems).toEqual([])
      const { body } = await (await other.owner()).get('/api/applications?range=all')
      expect(body).toMatchObject([
        {
          ...{ isFinished: true, name: null, leadId: null, ending: '/qualified' },
          answers: [
            { answer: 'A line' },
            { answer: '12.5' },
            { answer: '2026-12-24' },
            { answer: '0 of 5' },
            { answer: 'https://example.com/me' },
          ],
        },
      ])
    } finally {
      await other.end()
    }
  })
})

ordinaryTest(
  'leaves the question whose field somebody is in, though it is known meanwhile who this is',
  async () => {
    const { page, context, problems } = await openVisitor(browser, desk)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/leads/by-fingerprint', async (route) => {
      await held.promise
      const lead = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12025550143' }
      await route.fulfill({ json: { success: true, lead } })
    })
    await page.goto(`${product.url}/apply`)
    await comesAlive(page)
    const name = page.getByLabel('What is your name?')
    await name.focus()
    held.resolve()
    // What is known and was not asked yet is not asked any more.
    await page.getByText('ada@example.com').waitFor()
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    await name.fill('Ada King')
    await next(page).click()
    await page.locator('[name="q.situation"]').first().waitFor({ state: 'attached' })
    expect(problems).toEqual([])
    await context.close()
  },
)
