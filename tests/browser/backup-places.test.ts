import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backUp, folderForTest, passphrase } from '#support/backed-up.ts'
import { browseProduct } from '#support/browsed-product.ts'
import {
  escapeDialog,
  expectSound,
  openDashboard,
  toastWith,
  windowsOfRun,
} from '#support/owner-dashboard.ts'
import { ownerPassword, runProduct } from '#support/running-product.ts'
import { startS3Server } from '#support/s3-server.ts'
import { sendJson } from '#support/send-json.ts'
import { thoroughTest } from '#support/share-of.ts'

const { browser } = await browseProduct()
const LONG = { timeout: 180_000 }
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

describe.each(windowsOfRun)('places of backups %s', (_device, size) => {
  it('a second place is entered, tried, filled, looked into and removed', async () => {
    const product = await runProduct({
      environment: { BACKUP_PASSPHRASE: passphrase },
      ...{ lookForBackupEveryMs: 600_000, lookForCopyEveryMs: 500 },
    })
    onTestFinished(product.end)
    const server = await startS3Server()
    onTestFinished(server.stop)
    const { page, context, problems } = await openDashboard(browser, product.url, { size })
    onTestFinished(() => context.close())
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('button', { name: 'Connect storage' }).click()
    const form = page.getByRole('dialog', { name: 'A second place for backups' })
    await form.getByText('Cloudflare R2').click()
    await form.getByText(/create a bucket\.$/).waitFor()
    await form.getByLabel('Address').fill(server.url)
    await form.getByLabel('Bucket', { exact: true }).fill(server.bucket)
    await form.getByLabel('Access key ID').fill(server.accessKeyId)
    await form.getByLabel('Secret key').fill('not the secret key of that')
    await form.getByRole('button', { name: 'Try and save' }).click()
    await form.getByText(/without spaces/).waitFor()
    await form.getByLabel('Secret key').fill('not-the-secret-key-of-that')
    await form.getByRole('button', { name: 'Try and save' }).click()
    await form.getByText(/^The secret key is not right/).waitFor()
    await expectSound(page)
    await form.getByLabel('Secret key').fill(server.secretAccessKey)
    await form.getByRole('button', { name: 'Try and save' }).click()
    await toastWith(page, 'Saved')
    await dialog.getByText('Nothing has arrived there yet.').waitFor()
    await dialog.getByRole('button', { name: 'Back up now' }).click()
    await dialog.getByText(/^Last copied /).waitFor(LONG)
    await dialog.getByText(`secret key ends in …${server.secretAccessKey.slice(-4)}`).waitFor()
    expect(await page.content()).not.toContain(server.secretAccessKey)
    await dialog.getByRole('button', { name: 'Show what is there' }).click()
    const there = dialog.getByRole('list', { name: 'Backups in the second place' })
    await there.getByRole('button', { name: /^Bring it here/ }).click()
    await dialog.getByRole('form', { name: 'Check the backup' }).waitFor(LONG)
    // Whoever works by keyboard goes on from the heading: each button goes with what it did.
    const title = dialog.getByRole('heading', { name: 'A backup from elsewhere' })
    const goesOn = () => expect.poll(() => title.evaluate((one) => one === document.activeElement)).toBe(true)
    await dialog.getByRole('button', { name: 'Check it' }).press('Enter')
    await dialog.getByText(/is complete: made/).waitFor(LONG)
    await goesOn()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Remove it' }).press('Enter')
    await dialog.getByRole('button', { name: 'Choose a file' }).waitFor()
    await goesOn()

    await dialog.getByRole('button', { name: 'Remove… the second place' }).click()
    await dialog.getByRole('button', { name: 'Remove it' }).click()
    await toastWith(page, 'Removed')
    await dialog.getByRole('button', { name: 'Connect storage' }).waitFor()
    await escapeDialog(page)
    expect(problems.filter((problem) => !/422/.test(problem))).toEqual([])
  })

  thoroughTest('a tab that heard of no other second place says so before it puts its own back', async () => {
    const product = await runProduct({
      environment: { BACKUP_PASSPHRASE: passphrase },
      ...{ lookForBackupEveryMs: 600_000, lookForCopyEveryMs: 600_000 },
    })
    onTestFinished(product.end)
    const server = await startS3Server()
    onTestFinished(server.stop)
    const owner = await product.owner()
    const { url: endpoint, bucket, accessKeyId, secretAccessKey } = server
    const enter = async (prefix: string) => {
      const entered = { endpoint, bucket, accessKeyId, secretAccessKey, prefix }
      expect((await sendJson(owner, 'PUT', '/api/backups/second-place', entered)).status).toBe(200)
    }
    const folder = async () => (await owner.get('/api/backups')).body.secondPlace.prefix
    await enter('first')
    const { page, context } = await openDashboard(browser, product.url, { size })
    onTestFinished(() => context.close())
    await page.route('**/api/live', (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('button', { name: 'Change the second place' }).click()
    const form = page.getByRole('dialog', { name: 'A second place for backups' })
    await form.getByLabel('Folder in the bucket').fill('of-the-old-tab')
    await enter('newer')
    await form.getByRole('button', { name: 'Try and save' }).click()
    await form.getByText('The second place was changed meanwhile.').waitFor()
    await form.getByText(`it says now: “${bucket}/newer at ${new URL(endpoint).host}”`).waitFor()
    await expectSound(page)
    expect(await folder()).toBe('newer')
    await form.getByRole('button', { name: 'Try and save' }).click()
    await toastWith(page, 'Saved')
    expect(await folder()).toBe('of-the-old-tab')
  })

  thoroughTest('a file from this computer is sent, checked and restored', async () => {
    const product = await runProduct({
      environment: { BACKUP_PASSPHRASE: 'today it is another one' },
      lookForBackupEveryMs: 600_000,
    })
    onTestFinished(product.end)
    const folder = folderForTest()
    const path = await backUp(product.databaseUrl, product.dataDir, folder)
    const { page, context, problems } = await openDashboard(browser, product.url, { size })
    onTestFinished(() => context.close())
    // A proxy that breaks the live stream off: nobody says what became of the file.
    await page.route('**/api/live', (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const cat = join(folder, 'cat.leadline')
    writeFileSync(cat, 'a picture of a cat')
    const picker = dialog.getByLabel('A backup’s file')
    await picker.setInputFiles(cat)
    await dialog.getByText(/^This file is no backup of this product/).waitFor()
    // Until the focus is on what would give it up, nothing is taken.
    const isFocused = Promise.withResolvers<void>()
    const uploads = '**/api/backups/uploads**'
    await page.route(uploads, async (route) => {
      await isFocused.promise
      await route.continue()
    })
    await picker.setInputFiles(path)
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await cancel.focus()
    await expect.poll(() => hasFocus(cancel)).toBe(true)
    isFocused.resolve()
    const check = dialog.getByRole('form', { name: 'Check the backup' })
    // Sooner than it would be read again by itself, which is once a minute.
    await check.waitFor({ timeout: 45_000 })
    // Whoever works by keyboard goes on from where each button was that went by itself.
    const title = dialog.getByRole('heading', { name: 'A backup from elsewhere' })
    await expect.poll(() => hasFocus(title)).toBe(true)
    await page.unroute(uploads)
    await check.getByRole('button', { name: 'Check it' }).click()
    await check.getByText('Type the passphrase that this backup was made with').waitFor()
    await expectSound(page)
    await check.getByLabel('The passphrase of this backup').fill(passphrase)
    await check.getByRole('button', { name: 'Check it' }).click()
    await dialog.getByText(/is complete: made/).waitFor(LONG)
    await dialog.getByRole('button', { name: 'Restore what came from elsewhere' }).click()
    const asked = dialog.getByRole('form', { name: /^Put everything back to/ })
    await asked.getByLabel('The password you sign in with').fill(ownerPassword)
    // The server goes away to restore before anybody can ask it how that stands.
    await page.route('**/api/backups', (route) => route.abort())
    await asked.getByRole('button', { name: 'Restore' }).press('Enter')
    const begun = dialog.getByText(/^A restore is under way\./)
    await expect.poll(() => hasFocus(begun)).toBe(true)
    await page.unroute('**/api/backups')
    await dialog.getByText(/^Restored .+ How it was before is kept in before-restore-/).waitFor(LONG)
    await dialog.getByRole('button', { name: 'Choose a file' }).waitFor()
    await expectSound(page)
    expect(problems.filter((problem) => !/422|503|ERR_/.test(problem))).toEqual([])
  })
})
