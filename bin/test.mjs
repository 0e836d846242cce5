// npm test: everything a change could break, on the embedded engine and in Chromium.
import { bringChromium, installChromium } from './bring-chromium.mjs'
import { checks, runSteps } from './run-steps.mjs'
import { runVitest } from './vitest-run.mjs'

// Many tests wait for a pause or a vendor: more of them than processors run side by side, of every kind.
const AT_ONCE = '--maxWorkers=4'
const projects = ['unit', 'api', 'engine', 'browser'].flatMap((name) => ['--project', name])

await runSteps([
  ...checks,
  [
    'unit, API and browser tests',
    async () => {
      installChromium()
      const chromium = await bringChromium()
      return runVitest([...projects, AT_ONCE], { TEST_DATABASE_URL: '', CHROMIUM: chromium })
    },
  ],
])
