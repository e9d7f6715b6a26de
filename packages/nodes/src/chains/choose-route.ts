import { isJsonObject, type JsonObject, RunnelError } from '@runnel/contract'
import {
  type Component,
  type ModelMessage,
  readJsonAnswer,
  readText,
  type StepContext,
  type TimedReply,
  textOf,
} from '@runnel/node-kit'

/** What a model may choose: a component by the name and the description that its author gave it. */
interface Route {
  name: string
  description: string
  component: Component
}

/** What was chosen, with the question as it goes on; no component means that none fits. */
export interface ChosenRoute {
  component: Component | undefined
  question: string
  replies: TimedReply[]
}

/** The name of the choice that none fits. */
const NONE = 'DEFAULT'

/**
 * Asks the model which of the components at hand suits the question. An answer that cannot be read is told to it once.
 * @throws RunnelError `model_error` when it names nothing that there is; `missing_component` when there is nothing to choose
 */
export async function chooseRoute(
  context: StepContext,
  { model, components, kind }: { model: Component; components: Component[]; kind: string },
): Promise<ChosenRoute> {
  const { label } = context.node
  if (components.length === 0)
    throw new RunnelError(
      'missing_component',
      `${label} has nothing to choose from. Connect a ${kind} to it.`,
    )
  const routes = nameRoutes(components)
  const structure = describeChoice(routes)
  const messages: ModelMessage[] = [
    { role: 'system', content: explain(routes, kind) },
    { role: 'user', content: context.input },
  ]
  const replies: TimedReply[] = []
  for (let turn = 0; turn < 2; turn++) {
    const reply = await context.model(model, { messages: [...messages], structure })
    replies.push(reply)
    const text = textOf(reply.parts)
    const chosen = readChoice(text, routes)
    if (chosen) return { component: chosen.component, question: chosen.question || context.input, replies }
    messages.push(
      { role: 'assistant', content: text },
      { role: 'user', content: `That is no choice that there is. ${FORM}` },
    )
  }
  throw new RunnelError(
    'model_error',
    `${label} cannot read which ${kind} its model chose. Describe them more clearly, or try another model.`,
  )
}

const FORM = `Answer with a JSON object: "destination" is one of the names, or "${NONE}" when none of them suits; "next_inputs" is the question, put better where that helps.`

function explain(routes: Route[], kind: string): string {
  const lines = routes.map(({ name, description }) => `- ${name}: ${description}`).join('\n')
  return `Choose which ${kind} suits the question of the user best. These are there:\n${lines}\n\n${FORM}`
}

function describeChoice(routes: Route[]): { name: string; schema: JsonObject } {
  return {
    name: 'choice',
    schema: {
      type: 'object',
      properties: {
        destination: { type: 'string', enum: [...routes.map(({ name }) => name), NONE] },
        next_inputs: { type: 'string' },
      },
      required: ['destination', 'next_inputs'],
      additionalProperties: false,
    },
  }
}

function readChoice(
  text: string,
  routes: Route[],
): { component: Component | undefined; question: string } | undefined {
  const answer = readJsonAnswer(text)
  if (!isJsonObject(answer) || typeof answer.destination !== 'string') return undefined
  const wanted = answer.destination.trim().toLowerCase()
  const route = routes.find(({ name }) => name.toLowerCase() === wanted)
  if (!route && wanted !== NONE.toLowerCase()) return undefined
  return { component: route?.component, question: readText(answer, 'next_inputs').trim() }
}

/** Each component under a name of its own: its author's, else its label; the second of a name is numbered. */
function nameRoutes(components: Component[]): Route[] {
  const taken = new Set([NONE.toLowerCase()])
  return components.map((component) => {
    const given = readText(component.values, 'name').trim() || component.label
    let name = given
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${given} ${number}`
    taken.add(name.toLowerCase())
    return { name, description: readText(component.values, 'description').trim() || name, component }
  })
}
