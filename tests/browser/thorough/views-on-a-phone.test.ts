// A sample of it is in tests/browser/dashboard.test.ts.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, isWiderThanWindow } from '#support/chromium.ts'
import { type OwnerDashboard, openDashboard } from '#support/owner-dashboard.ts'
import { smallTargets } from '#support/small-targets.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana', email: 'help@coach.example' } }),
})
const phone = { width: 390, height: 844 }
const schemes = ['light', 'dark'] as const

const details = { name: 'Grace Okafor-Lindqvist', email: 'grace@example.com', phone: '(202) 555-0143' }
const visitor = product.browser()
await visitor.post('/api/visitors/page-view', { path: '/meme' })
await visitor.post('/api/capture-lead', { ...details, page: '/meme' })

type View = [search: string, act?: (page: Page) => Promise<void>]
const firstRow = (page: Page) => page.locator('main a[href*="open="]').first().click()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const views: Record<string, View> = {
  overview: ['?tab=overview&range=all'],
  visitors: ['?tab=visitors&range=all'],
  'visitors who are not counted': ['?tab=visitors&range=all&hidden=true'],
  pages: ['?tab=pages&range=all'],
  leads: ['?tab=leads&range=all'],
  'filtered leads': ['?tab=leads&range=all&page=/meme'],
  'leads held back': ['?tab=leads&part=held'],
  applications: ['?tab=leads&part=applications&range=all'],
  'next steps': ['?tab=leads&part=due'],
  ads: ['?tab=ads&range=all'],
  'people of an ad': ['?tab=ads&figure=lead&range=all'],
  'ads one by one': ['?tab=ads&level=ad&range=all'],
  'ad spend': ['?tab=ads&part=spend&range=all'],
  'calls without an outcome': ['?tab=leads&part=outcomes'],
  'blocked addresses': ['?tab=blocked-ips'],
  'blocked pages': ['?tab=blocked-ips&part=pages'],
  rules: ['?tab=autotags'],
  'a new rule': ['?tab=autotags', press('New rule')],
  mails: ['?tab=connections&part=mails'],
  settings: ['?tab=overview', press('Settings')],
  'keeping less': [
    '?tab=overview',
    async (page) => {
      await press('Settings')(page)
      await page.getByLabel('Page views, visitors and addresses').selectOption('3')
      await press('Save…')(page)
      await page.getByText('so nothing is deleted now').waitFor()
    },
  ],
  'a lead with a note': [
    '?tab=leads&range=all',
    async (page) => {
      await firstRow(page)
      await press('Set a next step')(page)
      await press('Add a note')(page)
    },
  ],
  'a lead’s details': [
    '?tab=leads&range=all',
    async (page) => {
      await firstRow(page)
      await page.getByRole('link', { name: 'Lead Details' }).click()
      await page.getByText('Lead magnet').waitFor()
    },
  ],
  'a visitor': ['?tab=visitors&range=all', firstRow],
  'a page': ['?tab=pages&range=all', firstRow],
  site: ['?tab=site'],
  'the application form': ['?tab=site&page=apply'],
  'a video': ['?tab=site&page=freetraining'],
  look: ['?tab=site&page=look'],
  'calls and their rules': ['?tab=site&page=booked-calls'],
  'ad links': ['?tab=site&page=ad-links'],
  pictures: ['?tab=site&page=pictures'],
  versions: ['?tab=site&page=versions'],
  'the mails’ preview': ['?tab=site&page=mails&part=preview'],
}

describe.each(schemes)('the dashboard on a phone, %s', (colorScheme) => {
  let opened: OwnerDashboard
  beforeAll(async () => {
    opened = await openDashboard(browser, product.url, { size: phone })
    await opened.page.emulateMedia({ colorScheme })
  })
  afterAll(() => opened?.context.close())

  it.each(Object.entries(views))('%s can be read and pressed', async (_name, [search, act]) => {
    const { page } = opened
    await page.goto(`${product.url}/analytics${search}`)
    await page.locator('main :is(h2, h3, table, ul, form, section)').first().waitFor()
    await act?.(page)
    await page.waitForLoadState('networkidle')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
  })
})
