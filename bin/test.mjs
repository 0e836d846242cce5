// npm test: everything a change could break, on the embedded engine and in Chromium.
import { bringChromium, installChromium } from './bring-chromium.mjs'
import { checks, runSteps } from './run-steps.mjs'
import { tiers } from './tiers.mjs'
import { runVitest } from './vitest-run.mjs'

// Many tests wait for a pause or a vendor: more of them than processors run side by side, of every kind.
const AT_ONCE = '--maxWorkers=5'

await runSteps([
  ...checks,
  [
    'unit, API and browser tests',
    async () => {
      installChromium()
      const chromium = await bringChromium()
      return runVitest(tiers.test.everything, [AT_ONCE], { TEST_DATABASE_URL: '', CHROMIUM: chromium })
    },
  ],
])
