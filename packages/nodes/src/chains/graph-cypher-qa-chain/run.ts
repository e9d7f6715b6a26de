import { RunnelError } from '@runnel/contract'
import {
  type Component,
  fillPlaces,
  findComponent,
  getModel,
  type ModelMessage,
  moderated,
  readSwitch,
  readText,
  type StepContext,
} from '@runnel/node-kit'
import { describeAnswer } from '../answer-from-passages.ts'
import { askByStatement, readFenced } from '../ask-by-statement.ts'
import { CYPHER_PROMPT, QA_PROMPT } from './default-prompts.ts'
import { describeRows, listRows } from './describe-rows.ts'

const MOST_ROWS = 200

/** Asks a model for the statement that answers the question, has the graph run it where it can only read, and answers from its rows. */
export const runGraphCypherQAChain = moderated(async (context) => {
  const { input: question } = context
  const component = getGraph(context)
  const graph = await context.capability(component, 'graph')
  const [writer, speaker] = [findModel(context, 'cypherModel'), findModel(context, 'qaModel')]
  const schema = await graph.describe(component, context)
  const { statement, answer, replies } = await askByStatement(context, {
    messages: await fillPrompt(context, ['cypherPrompt', CYPHER_PROMPT], { schema, question }),
    reply: (messages) => context.model(writer, { messages }),
    find: readCypher,
    run: (wanted) => graph.ask(component, { statement: wanted, mostRows: MOST_ROWS }, context),
    mends: ['invalid_input'],
  })
  const input = { question, statement }
  if (readSwitch(context.values, 'returnDirect')) {
    const content = listRows(answer)
    context.emitText(JSON.stringify(content))
    const [last, ...earlier] = replies
    return { input, output: { ...describeAnswer(last, earlier), content } }
  }
  const places = { context: describeRows(answer), question }
  const messages = await fillPrompt(context, ['qaPrompt', QA_PROMPT], places)
  const reply = await context.model(speaker, { messages }, { show: true })
  return { input, output: describeAnswer(reply, replies) }
})

function getGraph(context: StepContext): Component {
  const graph = findComponent(context, 'graph', 'graph')
  if (graph) return graph
  throw new RunnelError('missing_component', `${context.node.label} has no graph. Connect Neo4j to it.`)
}

/** The model at an anchor of its own, else the chain's. */
function findModel(context: StepContext, anchor: string): Component {
  return findComponent(context, anchor, 'chatModel') ?? getModel(context)
}

/** The messages of the prompt at an anchor, else of a text; what is filled in is never looked through again. */
async function fillPrompt(
  context: StepContext,
  [anchor, text]: [anchor: string, text: string],
  places: Record<string, string>,
): Promise<ModelMessage[]> {
  const chosen = findComponent(context, anchor, 'prompt')
  if (!chosen) return [{ role: 'user', content: fillPlaces(text, places) }]
  const prompt = await (await context.capability(chosen, 'prompt'))(chosen, context)
  const fixed = Object.keys(prompt.values).map((name) => [name, readText(prompt.values, name)])
  return prompt.format({ ...Object.fromEntries(fixed), ...places })
}

/** The statement in a reply: what stands in its first fence, or all of it but a heading. */
function readCypher(text: string): string {
  return readFenced(text)
    .trim()
    .replace(/^(?:cypher(?: query| statement)?|statement) {0,3}:/i, '')
    .trim()
}
