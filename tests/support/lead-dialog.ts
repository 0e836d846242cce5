import type { Page } from 'playwright-core'

/** Fills in the lead dialog that a tap opened and sends it, after as long as a person takes: one sent at once is a machine's. */
export async function sendLeadDialog(
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const form = page.locator('#access form')
  await form.getByLabel('Full Name').fill(name)
  await form.getByLabel('Email Address').fill(email)
  await form.getByLabel('Phone Number').fill('(202) 555-0143')
  await page.waitForTimeout(1000)
  await form.locator('.access-send').click()
}
