import { defineConfig } from 'vitest/config'

const WORKERS = 2
/** Long campaigns take as long as they need; `packages/contract/src/testing/campaign.ts` says what they are. */
const UNIT_TIMEOUT_MS = process.env.CAMPAIGN === 'long' ? 12 * 3_600_000 : 60_000
const BUILT_PRODUCT_TIMEOUT_MS = 120_000
/**
 * How long `expect.poll` waits for what it expects. It ends as soon as that is there: the time is only that of a test
 * that fails, and long enough for a machine that has other things to do.
 */
const POLL = { poll: { timeout: 15_000, interval: 25 } }

/** Rooms without a world: their modules keep nothing between tests, so that files share them and load them once, as journeys do. */
const PURE_ROOMS = ['access', 'client', 'contract', 'engine', 'graph', 'markdown', 'node-kit', 'nodes'].map(
  (room) => `packages/${room}/**/*.test.ts`,
)

/**
 * Files share the modules of their process, which load once: a test leaves nothing behind in them, and takes keys, names
 * and folders of its own.
 *
 * Six projects. `pure`, `unit` and `web` need nothing built; `release`, `e2e` and `wide` run the built product and come
 * after the build. `scripts/test.ts` runs them in that order and provides the database and the browser.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'tools/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'scripts/release.test.ts', ...PURE_ROOMS],
          environment: 'node',
          isolate: false,
          testTimeout: UNIT_TIMEOUT_MS,
          hookTimeout: UNIT_TIMEOUT_MS,
          expect: POLL,
        },
      },
      {
        test: {
          name: 'pure',
          include: PURE_ROOMS,
          environment: 'node',
          isolate: false,
          testTimeout: UNIT_TIMEOUT_MS,
          hookTimeout: UNIT_TIMEOUT_MS,
          expect: POLL,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
          testTimeout: UNIT_TIMEOUT_MS,
          hookTimeout: UNIT_TIMEOUT_MS,
          expect: POLL,
        },
      },
      {
        test: {
          name: 'release',
          include: ['scripts/release.test.ts'],
          environment: 'node',
          testTimeout: BUILT_PRODUCT_TIMEOUT_MS,
          hookTimeout: BUILT_PRODUCT_TIMEOUT_MS,
          expect: POLL,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/journeys/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: BUILT_PRODUCT_TIMEOUT_MS,
          hookTimeout: BUILT_PRODUCT_TIMEOUT_MS,
          expect: POLL,
        },
      },
      {
        test: {
          name: 'wide',
          include: ['e2e/wide/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: BUILT_PRODUCT_TIMEOUT_MS,
          hookTimeout: BUILT_PRODUCT_TIMEOUT_MS,
          expect: POLL,
        },
      },
    ],
  },
})
