/** The projects of vitest.config.ts that each command runs, step by step; together they hold every test. */
export const tiers = {
  'test:quick': { units: ['unit'] },
  test: { everything: ['unit', 'api', 'engine', 'browser'] },
  'test:long': {
    secondServer: ['api', 'api-thorough'],
    thorough: ['browser-thorough'],
    load: ['load'],
    outages: ['outages'],
    kills: ['durability'],
    deployment: ['deployment'],
    cluster: ['cluster'],
  },
}
