// A sample of it is in tests/browser/backup-places.test.ts.
import { describe, expect, it, onTestFinished } from 'vitest'
import { openScratchDatabase } from '#server/backup/scratch-database.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { escapeDialog, expectSound, openDashboard, toastWith, windows } from '#support/owner-dashboard.ts'
import { ownerPassword, runProduct } from '#support/running-product.ts'

const { browser } = await browseProduct()
const passphrase = 'four random words here'

describe.each(windows)('the backups %s', (_device, size) => {
  it('begin with a passphrase, are proved, and can be downloaded, and restored by a press or a command', async () => {
    // As installed: tried in an engine of its own.
    const product = await runProduct({ openScratch: openScratchDatabase })
    onTestFinished(product.end)
    const { page, context, problems } = await openDashboard(browser, product.url, { size })
    onTestFinished(() => context.close())
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByText('No backups are made yet.').waitFor()
    // Where a new server fetches its backup from.
    await dialog.getByRole('button', { name: 'Connect storage' }).waitFor()
    await dialog.getByRole('button', { name: 'Choose a passphrase' }).click()

    await dialog.getByLabel('Passphrase', { exact: true }).fill('short')
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await dialog.getByText('It needs at least 12 characters.').waitFor()
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await dialog.getByLabel('Repeat the passphrase').fill('another one than that')
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await dialog.getByText('The passphrases do not match.').waitFor()
    await dialog.getByLabel('Repeat the passphrase').fill(passphrase)
    await dialog.getByLabel('The password you sign in with').fill('not the password')
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await dialog.getByText('Incorrect password').waitFor()
    await expectSound(page)
    await dialog.getByLabel('The password you sign in with').fill(ownerPassword)
    await dialog.getByRole('button', { name: 'Set passphrase' }).click()
    await toastWith(page, 'Passphrase set')

    // The one moment at which it can be printed, by this browser alone.
    const opening = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Print it' }).click()
    expect(await (await opening).locator('body').textContent()).toContain(passphrase)
    await (await opening).close()
    await dialog.getByRole('button', { name: 'I have written it down' }).click()
    expect(await page.content()).not.toContain(passphrase)

    await dialog.getByText(/^Last tested restore .+ s, 0 differences$/).waitFor({ timeout: 180_000 })
    const list = dialog.getByRole('list', { name: 'Backups' })
    await list.getByText(/^Tested · \d+ KB · \d+ rows$/).waitFor()
    const downloading = page.waitForEvent('download')
    await list.getByRole('link', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^dashboard-.+\.leadline$/)
    await dialog.getByText('Restore from the command line').click()
    await dialog.getByText(/^npm run restore -- ".+\/dashboard-.+\.leadline"$/).waitFor()
    await expectSound(page)

    const files = () =>
      list
        .getByRole('link', { name: 'Download' })
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const [first = ''] = await files()
    await dialog.getByRole('button', { name: 'Back up now' }).click()
    // By itself, and without a sign-in, as the password is the same. Of one day the newest is kept.
    await expect.poll(files, { timeout: 180_000 }).toEqual([expect.not.stringContaining(first)])
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await expect.poll(() => list.getByText('Being made and tested…').count()).toBe(0)
    const restore = list.getByRole('button', { name: /^Restore/ }).last()
    await restore.press('Enter')
    const asked = dialog.getByRole('form', { name: /^Put everything back to/ })
    // Whoever works by keyboard goes back to where the question was raised.
    await asked.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => restore.evaluate((button) => button === document.activeElement)).toBe(true)
    await restore.click()
    await asked.getByLabel('The password you sign in with').fill('not the password')
    await asked.getByRole('button', { name: 'Restore' }).click()
    await asked.getByText('Incorrect password').waitFor()
    await expectSound(page)
    await asked.getByLabel('The password you sign in with').fill(ownerPassword)
    await asked.getByRole('button', { name: 'Restore' }).click()
    await dialog
      .getByText(/^Restored .+ How it was before is kept in before-restore-/)
      .waitFor({ timeout: 180_000 })
    await dialog
      .getByRole('list', { name: 'Kept before an upgrade or a restore' })
      .getByText(/^Before a restore · \d+ KB$/)
      .waitFor()
    await expectSound(page)
    await escapeDialog(page)
    // While the site is away nobody answers.
    expect(problems.filter((problem) => !/422|503|ERR_/.test(problem))).toEqual([])
    // Three times it waits for up to three minutes.
  }, 720_000)
})
