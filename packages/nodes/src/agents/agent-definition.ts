import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import { moderationInput } from '@runnel/node-kit'

export const toolsInput: InputDefinition = { label: 'Tools', name: 'tools', type: 'Tool', list: true }

export const memoryInput: InputDefinition = { label: 'Memory', name: 'memory', type: 'BaseChatMemory' }

export const modelInput: InputDefinition = { label: 'Chat Model', name: 'model', type: 'BaseChatModel' }

export const toolModelInput: InputDefinition = {
  ...modelInput,
  label: 'Tool Calling Chat Model',
  description: 'The model must be able to call tools',
}

/** What the model is told first; `more` says what holds for one agent only. */
export const systemMessageInput = (more: Partial<InputDefinition> = {}): InputDefinition => ({
  label: 'System Message',
  name: 'systemMessage',
  type: 'string',
  overridable: true,
  rows: 4,
  additionalParams: true,
  optional: true,
  ...more,
})

/** The checks before an agent begins, and its limit: every agent has them. */
export const limitInputs: InputDefinition[] = [
  moderationInput,
  {
    label: 'Max Iterations',
    name: 'maxIterations',
    type: 'number',
    overridable: true,
    description: 'How often the model may be asked for one answer; 15 when empty',
    additionalParams: true,
    optional: true,
  },
]

type OwnParts = 'name' | 'label' | 'version' | 'description' | 'inputs'

/** The definition of an agent of chat flows: what all of them have in common, under what it says itself. */
export function agentDefinition(
  own: Pick<NodeDefinition, OwnParts> & Partial<NodeDefinition>,
): NodeDefinition {
  return {
    type: 'AgentExecutor',
    icon: 'IconTool',
    category: 'Agents',
    color: '#4DD0E1',
    baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
    kind: 'step',
    effects: 'none',
    answers: true,
    streams: true,
    ...own,
  }
}
