import { findParamReadAs } from '@runnel/contract'
import { expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

const steps = nodeCatalogue
  .map(({ definition }) => definition)
  .filter(({ canvas, kind }) => canvas === 'agent' && kind === 'step')
/** What compares, jumps or holds other nodes has nothing to try again; what fails in it fails in the nodes. */
const WITHOUT = ['start', 'condition', 'directReply', 'iteration', 'loop']

test.each(steps.map((definition) => [definition.name, definition] as const))(
  '%s may be tried again, limited and passed over, unless it asks nobody',
  (name, definition) => {
    const meanings = (['onError', 'fallback', 'retries', 'retryDelay', 'timeLimit'] as const).filter(
      (meaning) => findParamReadAs(definition, meaning) !== undefined,
    )
    const isWithout = WITHOUT.includes(name.replace('Agentflow', ''))
    expect(meanings).toHaveLength(isWithout ? 0 : 5)
  },
)
