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
  { name: 'types', title: 'Types', run: allSucceed(['tsc', '-b']) },
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
    after: ['build'],
    // A third of their time is waiting for processes that were killed: one file more than two cores.
    run: testProjects(['pure', 'unit', 'web'], { atOnce: 3 }),
  },
  { name: 'release', title: 'Release in an empty folder', after: ['build'], run: testProjects(['release']) },
  { name: 'browser', title: 'Browser journeys', after: ['build'], run: testProjects(['e2e']) },
  {
    name: 'guards',
    title: 'Guards that are taken out',
    onlyByName: true,
    run: allSucceed(['tools/try-guards.ts']),
  },
  { name: 'long', title: 'Long campaigns', onlyByName: true, after: ['build'], run: runCampaigns },
]
