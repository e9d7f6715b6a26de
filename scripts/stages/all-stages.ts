import { allSucceed } from './run-command.ts'
import { runCampaigns, testProjects } from './run-tests.ts'
import type { Stage } from './stage.ts'

/** The stages of `npm test`, in order: the quick ones first. Those that run only by name come last. */
export const ALL_STAGES: readonly Stage[] = [
  {
    name: 'lint',
    title: 'Format and lint',
    run: allSucceed(['biome', 'ci', '--error-on-warnings', '--colors=off']),
  },
  {
    name: 'types',
    title: 'Types',
    // Two projects side by side, each checked once: sharing out one project among checkers doubles the work of small ones.
    run: allSucceed(['tsc', '-b', '--builders', '2', '--checkers', '1']),
  },
  { name: 'boundaries', title: 'Boundaries of rooms', run: allSucceed(['tools/check-boundaries.ts']) },
  { name: 'dead-code', title: 'Dead code', run: allSucceed(['knip']) },
  {
    name: 'house',
    title: 'Sizes, names, words and the table of the specification',
    run: allSucceed(['tools/check-sizes.ts'], ['tools/check-house.ts'], ['tools/check-conformance.ts']),
  },
  { name: 'build', title: 'Build', run: allSucceed(['scripts/build.ts']) },
  {
    name: 'unit',
    title: 'Unit tests, on both databases',
    hasTests: true,
    after: ['build'],
    // Much of their time is waiting for processes that start, end or were killed: more files than cores.
    run: testProjects(['pure', 'unit', 'web'], { atOnce: 3 }),
  },
  {
    name: 'release',
    title: 'Release in an empty folder',
    hasTests: true,
    after: ['build'],
    run: testProjects(['release']),
  },
  {
    name: 'browser',
    title: 'Browser journeys',
    hasTests: true,
    after: ['build'],
    // They keep the cores busy but where they wait for leases and for what moves.
    run: testProjects(['e2e'], { atOnce: 3 }),
  },
  {
    name: 'wide',
    title: 'Wider browser journeys',
    hasTests: true,
    onlyByName: true,
    after: ['build'],
    run: testProjects(['wide'], { atOnce: 3 }),
  },
  {
    name: 'guards',
    title: 'Guards that are taken out',
    hasTests: true,
    onlyByName: true,
    run: allSucceed(['tools/try-guards.ts']),
  },
  {
    name: 'long',
    title: 'Long campaigns',
    hasTests: true,
    onlyByName: true,
    after: ['build'],
    run: runCampaigns,
  },
]
