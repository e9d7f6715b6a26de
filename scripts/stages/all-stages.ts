import { allSucceed } from './run-command.ts'
import { testProjects } from './run-tests.ts'
import type { Stage } from './stage.ts'

/** The stages of `npm test`, in order: the quick ones first. */
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
    title: 'Sizes, names and words',
    run: allSucceed(['tools/check-sizes.ts'], ['tools/check-house.ts']),
  },
  { name: 'unit', title: 'Unit tests, on both databases', run: testProjects('unit', 'web') },
  { name: 'build', title: 'Build', run: allSucceed(['scripts/build.ts']) },
  { name: 'release', title: 'Release in an empty folder', after: ['build'], run: testProjects('release') },
  { name: 'browser', title: 'Browser journeys', after: ['build'], run: testProjects('e2e') },
]
