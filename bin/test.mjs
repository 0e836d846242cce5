// npm test: each promise once, on the embedded engine and in Chromium.
import { bringChromium, installChromium } from './bring-chromium.mjs'
import { checks, runSteps } from './run-steps.mjs'
import { tiers } from './tiers.mjs'
import { atOnce, runVitest } from './vitest-run.mjs'

await runSteps([
  checks,
  [
    'unit, API and browser tests',
    async () => {
      installChromium()
      const chromium = await bringChromium()
      return runVitest(tiers.test.everything, [atOnce], { TEST_DATABASE_URL: '', CHROMIUM: chromium })
    },
  ],
])
