import type { JsonValue, NodeDefinition } from '@runnel/contract'
import {
  defineNode,
  type NodeType,
  type RunNode,
  readRows,
  readText,
  type StepContext,
  type StepOutput,
} from '@runnel/node-kit'
import { errorPolicyInputs } from './error-policy-inputs.ts'
import { stateUpdateInput } from './state-update-input.ts'

/** A step of an agent flow, without what all of them have. */
export type AgentStep = Omit<NodeType, 'definition' | 'run' | 'provides'> & {
  definition: Omit<NodeDefinition, 'kind' | 'canvas' | 'category'>
  run: () => Promise<RunNode>
}

/**
 * What every step of an agent flow is, whatever it does: it stands on the canvas of agent flows, updates the flow state
 * when it has run, is tried again, limited in time and passed over as its author wants.
 *
 * Two nodes of agent flows are none of them. Start is a trigger: what a flow begins with is given by its caller, so
 * that nothing is there to be tried again or to go on from, and it lays out the state that the others update. A sticky
 * note never runs. A step at which its branch ends (`hideOutput`) has all but an error branch, as no edge leaves it.
 */
export function agentStep({ definition, run, load, ...rest }: AgentStep): NodeType {
  const stateUpdate = `${definition.name.replace(/Agentflow$/, '')}UpdateState`
  return defineNode({
    ...rest,
    definition: {
      ...definition,
      kind: 'step',
      canvas: 'agent',
      category: 'Agent Flows',
      inputs: [
        ...definition.inputs,
        stateUpdateInput(stateUpdate),
        ...errorPolicyInputs({ mayBranch: definition.hideOutput !== true }),
      ],
    },
    run: async () => updateStateAfter(await run(), stateUpdate),
    load: {
      ...load,
      listRuntimeStateKeys: async () => (await import('./list-runtime-state-keys.ts')).listRuntimeStateKeys,
    },
  })
}

function updateStateAfter(run: RunNode, param: string): RunNode {
  return async (context) => applyStateUpdates(context, param, await run(context))
}

/**
 * The end of a step with what the rows of its `…UpdateState` param make of the flow state, `{{output}}` standing for its
 * own output. Nodes inside the step have written before them.
 */
function applyStateUpdates(context: StepContext, param: string, end: StepOutput): StepOutput {
  const { output, state = context.state, writtenKeys = [] } = end
  const rows = readRows(context.values, param).filter((row) => readText(row, 'key') !== '')
  if (rows.length === 0) return end
  const written = rows.map((row): [string, JsonValue] => [
    readText(row, 'key'),
    context.resolveWithOutput(row.value ?? '', output),
  ])
  return {
    ...end,
    state: { ...state, ...Object.fromEntries(written) },
    writtenKeys: [...writtenKeys, ...written.map(([key]) => key)],
  }
}
