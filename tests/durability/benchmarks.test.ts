import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

// Each fills an installation where there is none yet; small ones say nothing about speed, and all about whether they run.
test.each([
  ['reports', '10000', /^visitors, all .*\d/m],
  ['ads', '10000', /^\/api\/ads.*\d/m],
  ['hide', '10000', /^differences from the raw events: 0$/m],
  ['retention', '12345', /^differences: 0$/m],
  ['backup', '10000', /^restore of 10000 page views: /m],
])('the benchmark %s of %s page views runs to its end', async (name, pageViews, said) => {
  const { stdout } = await run(process.execPath, [`bench/${name}.ts`, pageViews], { maxBuffer: 10_000_000 })
  expect(stdout).toMatch(said)
})
