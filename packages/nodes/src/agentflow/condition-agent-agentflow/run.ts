import { type JsonObject, RunnelError } from '@runnel/contract'
import {
  asShown,
  type Component,
  describeReply,
  type ModelMessage,
  type RunNode,
  readRows,
  readSwitch,
  readText,
  type StepContext,
  textOf,
  toModelMessages,
  toUserMessage,
} from '@runnel/node-kit'
import { reduceHistory } from '../compose-messages.ts'
import { nameTheNode } from '../name-the-node.ts'
import { chooseScenario } from './choose-scenario.ts'
import { DEFAULT_PROMPT } from './default-prompt.ts'

const PREFIX = 'conditionAgent'

/** Asks the model which scenario fits, and fires its branch (`engine.md` 3.10). Adds nothing to the run's history. */
export const runConditionAgent: RunNode = async (context) => {
  try {
    const model = getSelectedModel(context)
    const scenarios = readScenarios(context)
    const messages = await composeQuestion(context, model, scenarios)
    const reply = await context.model(model, { messages, structure: describeAnswer(scenarios) })
    const content = textOf(reply.parts)
    const chosen = chooseScenario(content, scenarios)
    const conditions = scenarios.map((output, index) => ({ output, isFulfilled: index === chosen }))
    return {
      input: { messages: asShown(messages) },
      output: { ...describeReply(reply, content), conditions },
      conditions: conditions.map(({ isFulfilled }) => ({ isFulfilled })),
    }
  } catch (error) {
    if (context.signal.aborted) throw error
    throw nameTheNode('Condition Agent', error)
  }
}

function getSelectedModel(context: StepContext): Component {
  const selected = context.selected('conditionAgentModel')
  if (selected) return selected
  throw new RunnelError('missing_component', `${context.node.label} has no model. Choose one in the node.`)
}

function readScenarios({ node, values }: StepContext): string[] {
  const scenarios = readRows(values, 'conditionAgentScenarios').map((row) => readText(row, 'scenario'))
  if (scenarios.some((scenario) => scenario.trim() !== '')) return scenarios
  throw new RunnelError(
    'invalid_input',
    `${node.label} has no scenario to choose from. Describe at least one in the node.`,
  )
}

/** System prompt, messages given with the call, the conversation as the memory reduces it, what is to be judged. */
async function composeQuestion(
  context: StepContext,
  model: Component,
  scenarios: string[],
): Promise<ModelMessage[]> {
  const { values, run, runHistory } = context
  const isFirst = runHistory.length === 0
  const asked = {
    input: readText(values, 'conditionAgentInput') || context.input,
    scenarios: scenarios.filter((scenario) => scenario.trim() !== ''),
    instruction: readText(values, 'conditionAgentInstructions'),
  }
  const remembered = readSwitch(values, `${PREFIX}EnableMemory`, true)
    ? await reduceHistory(context, [...run.pastHistory, ...runHistory], { model, prefix: PREFIX })
    : []
  return [
    { role: 'system', content: readSystemPrompt(context) },
    ...(isFirst ? toModelMessages(run.prependedHistory) : []),
    ...remembered,
    toUserMessage(JSON.stringify(asked), isFirst ? run.files : []),
  ]
}

function readSystemPrompt({ values }: StepContext): string {
  if (!readSwitch(values, 'conditionAgentOverrideSystemPrompt')) return DEFAULT_PROMPT
  return readText(values, 'conditionAgentSystemPrompt') || DEFAULT_PROMPT
}

/** The answer as the model must write it: one of the scenarios. */
function describeAnswer(scenarios: string[]): { name: string; schema: JsonObject } {
  const choices = [...new Set(scenarios.filter((scenario) => scenario.trim() !== ''))]
  return {
    name: 'scenario',
    schema: {
      type: 'object',
      properties: { output: { type: 'string', enum: choices } },
      required: ['output'],
      additionalProperties: false,
    },
  }
}
