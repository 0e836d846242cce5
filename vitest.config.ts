import { defineConfig } from 'vitest/config'

// Vendors that are down for a while: what the product then does is the same on any database.
const outages = ['tests/durability/crm-*.test.ts', 'tests/api/*-failures.test.ts']

export default defineConfig({
  test: {
    // Two runs may share a machine with a build; a real database and a real browser need patience, not mocks.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files keep nothing in modules, so a worker loads the server once and not once for each file.
    isolate: false,
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: [
            'tests/browser/**',
            'tests/durability/**',
            ...outages,
            'src/server/platform/engine/**',
            '**/node_modules/**',
          ],
          globalSetup: ['tests/support/database-server.ts'],
        },
      },
      {
        // They wait more than they work.
        extends: true,
        test: {
          name: 'outages',
          include: outages,
          globalSetup: ['tests/support/database-server.ts'],
        },
      },
      {
        // Whole servers that are killed and starved: one file at a time, or they would starve each other.
        extends: true,
        test: {
          name: 'durability',
          include: ['tests/durability/**/*.test.ts'],
          exclude: [...outages, '**/node_modules/**'],
          globalSetup: ['tests/support/database-server.ts'],
          fileParallelism: false,
        },
      },
      {
        // The embedded engine's own tests start, kill and starve engines of their own.
        extends: true,
        test: { name: 'engine', include: ['src/server/platform/engine/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
