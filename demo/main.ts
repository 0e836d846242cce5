import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { explainStart } from '#server/explain-start.ts'
import { startEngine } from '#server/platform/engine/start-engine.ts'
import { noteLook } from '#server/reports/note-look.ts'
import { startProduct } from '#server/start-product.ts'
import { stopOnSignals } from '#server/stop-on-signals.ts'
import { prepareDemoFolder, removeDemoFolder } from './demo-folder.ts'
import { type DemoVendors, startDemoVendors } from './demo-vendors.ts'
import { fillMonth } from './fill-month.ts'
import { openMonthDatabase } from './open-month-database.ts'
import { publishSite } from './publish-site.ts'
import { startTrickle } from './trickle.ts'
import { vendorsOfMonth } from './vendors-of-month.ts'

/** The demo's password; there is nothing real behind it. */
const PASSWORD = 'leadline-demo'
// Two minutes after a vendor's word the advert account hears of it, soon enough to be watched.
const LATER_AFTER_SECONDS = 120

const say = (line: string) => console.log(line)
const opened: (() => Promise<void> | void)[] = []
let isLeaving = false

async function stopAll(): Promise<void> {
  isLeaving = true
  while (opened.length > 0) await opened.pop()?.()
}

/** `npm run demo`: a throw-away installation with a month of invented traffic, and the normal server on it. */
async function main(): Promise<void> {
  stopOnSignals(stopAll, say)
  const { PORT, HOST, LOG_LEVEL = 'warn', DATA_DIR, DATABASE_URL } = process.env
  const vendors = await startDemoVendors()
  opened.push(() => vendors.stop())
  const config = readConfig({
    PORT,
    HOST,
    LOG_LEVEL,
    DATA_DIR: resolve(DATA_DIR || './demo-data'),
    OWNER_PASSWORD: PASSWORD,
    // The demo's own visitors say in a header which address they come from.
    TRUST_PROXY: 'loopback',
    // Every vendor is connected, each a small server of this machine. Nobody else may speak for them.
    ...vendors.environment,
  })
  say('Demo: all people here are invented.')
  if (DATABASE_URL) say('The demo brings a database of its own; DATABASE_URL is left alone.')
  await prepareDemoFolder(config.dataDir, say)
  opened.push(() => removeDemoFolder(config.dataDir))
  await writeMonth(config, vendors)

  const product = await startProduct(config, {
    ...{ say, crm: vendors.crm.crm, isDemo: true, laterAfterSeconds: LATER_AFTER_SECONDS },
    ...(process.argv.includes('--check-answers') && { checksAnswers: console.error }),
  })
  opened.push(() => product.stop())
  const trickle = startTrickle(product.url, vendors, { say })
  opened.push(() => trickle.stop())
  say('')
  say(`Demo: all people here are invented. It is ready at ${product.url}`)
  say(`  The dashboard   ${product.url}/analytics`)
  say(`  Its password    ${PASSWORD}`)
  say('  Its vendors     CRM, form, calendar, checkout, voice agent, Meta, mail and a hook for alerts,')
  say('                  all simulated on this machine. People keep coming, faster than in real life.')
  say('  Stop with Ctrl+C; nothing is kept.')
  const reason = await product.failed
  console.error(reason)
  process.exit(1)
}

async function writeMonth(
  { dataDir, mediaDir }: { dataDir: string; mediaDir: string },
  vendors: DemoVendors,
): Promise<void> {
  const engine = await startEngine({ dataDir, say })
  opened.push(() => engine.stop())
  const month = await openMonthDatabase(engine.connection, say)
  opened.push(() => month.close())
  say('Writing a month of traffic; this takes about a quarter of a minute.')
  await publishSite(month.database, mediaDir)
  const now = new Date()
  const parts = { ...month, ...vendorsOfMonth(vendors, { now: () => now }), now }
  const { visitors, pageViews, leads } = await fillMonth(parts)
  // The coach was here yesterday evening, so that there is something new to be told.
  await noteLook(month.database, new Date(now.getTime() - 20 * 3_600_000))
  const count = (number: number) => number.toLocaleString('en-US')
  say(`${count(visitors)} visitors, ${count(pageViews)} page views and ${count(leads)} leads are in.`)
  // The server opens both again: from here on it is an installation like any other.
  await opened.pop()?.()
  await opened.pop()?.()
}

main().catch(async (error: unknown) => {
  // What breaks off because somebody pressed Ctrl+C is no failure.
  if (isLeaving) return
  console.error(explainStart(error))
  await stopAll()
  process.exit(1)
})
