// A sample of it is in tests/browser/first-lead.test.ts.
import { describe, expect, it, test } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openAtGate } from '#support/owner-dashboard.ts'
import { openDashboard, publish, saved, screens } from '#support/site-editor.ts'

const { product, browser } = await browseProduct()

describe('a new owner', () => {
  test('is led from an empty site to the first test lead and the first test call', async () => {
    const { page, context } = await openAtGate(browser, product.url, { size: screens.phone })
    await page.getByRole('heading', { name: 'Make the site yours' }).waitFor()
    await expectSound(page)
    // Whoever comes back before the first lead finds the way here from the empty numbers, too.
    await page.goto(`${product.url}/analytics`)
    await page.getByRole('link', { name: 'Set up your site and send a test lead' }).click()
    await page.getByRole('heading', { name: 'Make the site yours' }).waitFor()
    const item = (id: string) => page.locator(`[data-item="${id}"]`)

    // The first thing to do is open already.
    await item('coach').getByLabel('Coach’s name').fill('Ana Okonkwo')
    await item('coach').getByText('Not published yet').waitFor()
    await item('calendar').getByText('Calendar', { exact: true }).click()
    await item('calendar').getByText('Set your hours under Calls').waitFor()
    await expectSound(page)
    await saved(page)
    await publish(page)
    await item('coach').getByText('Done').waitFor()

    await item('lead').getByText('First test lead').click()
    const tab = context.waitForEvent('page')
    await item('lead').getByRole('link', { name: 'Send yourself a test lead' }).click()
    const home = await tab
    await home.getByText('Ana Okonkwo').first().waitFor()
    await home.getByRole('link', { name: 'Watch the free training' }).first().click()
    const form = home.getByRole('dialog')
    await form.getByLabel('Full Name').fill('Ana Okonkwo')
    await form.getByLabel('Email Address').fill('ana@example.com')
    await form.getByLabel('Phone Number').fill('202-555-0143')
    // Faster than any person is taken for a machine.
    await home.waitForTimeout(2_500)
    await form.getByRole('button', { name: 'Get Instant Access' }).click()
    await home.waitForURL('**/freetraining')
    await item('lead').getByText('Done').waitFor()
    await page.getByText('Your first lead has arrived', { exact: false }).waitFor()

    await item('call').getByText('First test call').click()
    await expectSound(page)
    // The button under the video is a quarter of an hour away.
    const applying = item('call').getByRole('link', { name: 'Apply as a test' })
    expect(await applying.getAttribute('href')).toBe('/apply')
    const calendarTab = context.waitForEvent('page')
    await item('call').getByRole('link', { name: 'Book yourself a test call' }).click()
    const calendar = await calendarTab
    await calendar.locator('.slot-time').first().click()
    // On a busy machine the calendar may not be told in time whose call it is.
    await calendar.getByLabel('Full Name').fill('Ana Okonkwo')
    await calendar.getByLabel('Email Address').fill('ana@example.com')
    await calendar.getByRole('button', { name: 'Book this time' }).click()
    await calendar.getByRole('heading', { name: 'Call Successfully Booked!' }).waitFor()
    await item('call').getByText('Done').waitFor()

    await item('lead').getByRole('link', { name: 'See it under Leads' }).click()
    await page.getByRole('link', { name: 'Ana Okonkwo' }).waitFor()
    await page.getByRole('link', { name: '(202) 555-0143' }).waitFor()
    await context.close()

    // Who has a lead starts with the numbers, of which the owner's own test is none.
    const again = await openDashboard(browser, product, '', 'phone')
    await again.page.getByText('No visits in this period').waitFor()
    expect(await again.page.getByRole('link', { name: 'Set up your site' }).count()).toBe(0)
    await again.context.close()
  })

  test('can put the checklist aside and take it out again', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site', 'desk')
    await page.getByRole('button', { name: 'Hide the checklist' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show the checklist' }).click()
    await page.getByRole('heading', { name: 'Make the site yours' }).waitFor()
    await context.close()
  })

  test('makes and checks an ad link', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=ad-links', 'desk')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByLabel('Page').selectOption({ label: 'Lander: hack (/lander-hack)' })
    await page.getByLabel('Where you put it').selectOption('email')
    await page.getByLabel('Campaign').fill('summer challenge')
    const link = page.getByLabel('Your link')
    expect(await link.inputValue()).toBe(
      `${product.url}/lander-hack?utm_source=email&utm_medium=email&utm_campaign=summer%20challenge`,
    )
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())

    // An address of this computer leads nowhere from an advert, and each platform has a field for each half.
    await page.getByText('This link cannot work in an ad', { exact: false }).waitFor()
    await page.getByLabel('Where you put it').selectOption('meta')
    const make = page.getByRole('region', { name: 'Make an ad link' })
    await make.getByText('Website URL', { exact: true }).waitFor()
    await make.getByText('URL parameters', { exact: true }).waitFor()
    await make.getByText(`${product.url}/lander-hack`, { exact: true }).waitFor()
    const ofMeta = await link.inputValue()
    await page.getByLabel('Where you put it').selectOption('email')

    const check = page.getByRole('region', { name: 'Check an ad link' })
    await check.getByLabel('Link').fill(ofMeta)
    await check.getByRole('button', { name: 'Check it' }).click()
    await check.getByText('It cannot work in an ad', { exact: false }).waitFor()
    expect(await check.getByText('The ad platform fills', { exact: false }).count()).toBe(1)
    await check.getByText('URL parameters', { exact: true }).waitFor()
    await check.getByLabel('Link').fill(await link.inputValue())
    await check.getByRole('button', { name: 'Check it' }).click()
    await check.getByText('It opens your page /lander-hack.').waitFor()
    await check.getByText('summer challenge', { exact: true }).waitFor()
    await expectSound(page)
    await check.getByLabel('Link').fill(`${product.url}/nowhere?utm_campain=x`)
    await check.getByRole('button', { name: 'Check it' }).click()
    await check.getByText('There is no page at /nowhere', { exact: false }).waitFor()
    await expectSound(page)
    await context.close()
  })

  const some = ['consent', 'freetraining', 'portal']
  const others = ['pixel', 'adConsent', 'thankyoucall', 'builder', 'terms']
  const looks = [
    ['phone', some],
    ['phone', others],
    ['desk', [...some, ...others]],
  ] as const
  it.each(looks)(
    'finds every part of the site accessible, by day and by night, on a %s',
    async (screen, parts) => {
      const { page, context } = await openDashboard(browser, product, '?tab=site', screen)
      for (const [at, part] of parts.entries()) {
        await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'dark' : 'light' })
        await page.goto(`${product.url}/analytics?tab=site&page=${part}`)
        await page.getByRole('textbox').first().waitFor()
        await expectSound(page)
      }
      await context.close()
    },
  )
})
