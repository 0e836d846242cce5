import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const none = '**/node_modules/**'
const database = 'tests/support/database-server.ts'

// Tests outside of tests/api that make a database of their own.
const withDatabase = [
  'demo/demo.test.ts',
  'demo/trickle.test.ts',
  'src/server/integrations/vendors/gohighlevel/shared-allowance.test.ts',
  'src/server/migrations/*.test.ts',
  'src/server/platform/end-when-lost.test.ts',
  'src/server/platform/live.test.ts',
  'src/server/platform/month-partitions.test.ts',
  'src/server/platform/pipeline.test.ts',
  'src/server/platform/takes-writes.test.ts',
  'src/server/prepare-database.test.ts',
  'src/server/warn-of-database.test.ts',
  'tests/support/fresh-database.test.ts',
]
const engine = ['src/server/platform/engine/**/*.test.ts']
// Where an installation may stand, with several engines one after the other.
const places = 'src/server/platform/engine/engine-places.test.ts'
// Vendors and connections that are down for a while: what the product then does is the same on any database.
const outages = [
  'tests/durability/crm-*.test.ts',
  'tests/api/*-failures.test.ts',
  'tests/api/mails-late-answer.test.ts',
  'src/server/platform/end-when-lost.test.ts',
]
// Minutes under load, which say little about a single change.
const load = ['tests/api/content-publish-load.test.ts', 'tests/durability/distinct-values.test.ts']

// What `npm test` takes one look at: the others are taken by `npm run test:long` (tests/support/share-of.ts).
const sharedIn = (folder: string) =>
  readdirSync(folder)
    .map((name) => `${folder}/${name}`)
    .filter(
      (file) =>
        file.endsWith('.test.ts') &&
        /\b(shareOf|thoroughTest|windowsOfRun)\b/.test(readFileSync(file, 'utf8')),
    )

export default defineConfig({
  test: {
    // As the product's own start has it: pages are drawn by React, which else checks itself at every step.
    env: { NODE_ENV: 'production' },
    // Ends what hangs, and judges no speed: a machine that is shared may take several times as long as an idle one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A poll ends as soon as it holds.
    expect: { poll: { timeout: 60_000 } },
    // Files keep nothing of theirs in modules, so a worker loads the server once and not once for each file.
    isolate: false,
    maxConcurrency: 3,
    // The built pages are loaded by Node itself: else each start of a product has half a megabyte sent to it anew.
    server: { deps: { external: [/\/dist\/site-server\//] } },
    // Tests leave much behind that is soon of no use. With little room for it, clearing it away takes a quarter of the processor's time.
    // Whoever waits for a browser is no reason to look through the whole heap either.
    execArgv: ['--max-semi-space-size=64', '--no-memory-reducer'],
    projects: [
      {
        // Neither a database nor a browser.
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/**/*.test.ts',
            'demo/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['tests/{api,browser,cluster,deployment,durability}/**', ...withDatabase, ...engine, none],
        },
      },
      {
        // What talks to a database: worth a second run on another one.
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/*.test.ts', ...withDatabase],
          exclude: [...outages, ...load, none],
          globalSetup: [database],
        },
      },
      {
        extends: true,
        test: {
          name: 'api-thorough',
          include: ['tests/api/thorough/*.test.ts', ...sharedIn('tests/api')],
          globalSetup: [database],
          provide: { isThorough: true },
        },
      },
      {
        // The embedded engine's own tests start, kill and starve engines of their own.
        extends: true,
        test: { name: 'engine', include: engine, exclude: [places, none] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/*.test.ts'],
          globalSetup: [database, 'bin/bring-chromium.mjs'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser-thorough',
          include: ['tests/browser/thorough/*.test.ts', ...sharedIn('tests/browser')],
          globalSetup: [database, 'bin/bring-chromium.mjs'],
          provide: { isThorough: true },
        },
      },
      {
        extends: true,
        test: { name: 'load', include: load, globalSetup: [database] },
      },
      {
        // They wait more than they work.
        extends: true,
        test: { name: 'outages', include: outages, globalSetup: [database] },
      },
      {
        // Whole servers that are killed and starved: one file at a time, or they would starve each other.
        extends: true,
        test: {
          name: 'durability',
          include: ['tests/durability/**/*.test.ts', places],
          exclude: [...outages, ...load, none],
          globalSetup: [database],
          fileParallelism: false,
        },
      },
      {
        // Images and proxies by the files of deploy/, from Debian's packages; skipped without them.
        extends: true,
        test: { name: 'deployment', include: ['tests/deployment/*.test.ts'] },
      },
      {
        // Three database servers and all that makes a cluster of them, from Debian's packages; skipped without them.
        extends: true,
        test: { name: 'cluster', include: ['tests/cluster/*.test.ts'] },
      },
    ],
  },
})
