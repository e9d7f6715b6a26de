import { isJsonObject, type JsonObject, RunnelError } from '@runnel/contract'
import {
  type CallContext,
  type Component,
  findWired,
  type Prompt,
  type ReadPrompt,
  readText,
} from '@runnel/node-kit'
import { fillPlaces, listPlaces, type TemplateFormat } from '../template.ts'

/** A prompt of one user message: prefix, the examples as the example prompt writes them, suffix. */
export const readFewShotPromptTemplate: ReadPrompt = async (component, call) => {
  const { values, label } = component
  const format: TemplateFormat = readText(values, 'templateFormat') === 'jinja-2' ? 'jinja-2' : 'f-string'
  const [prefix, suffix] = [readText(values, 'prefix'), readText(values, 'suffix')]
  const prompt = await readExamplePrompt(component, call)
  const written = readExamples(readText(values, 'examples'), label).map((example) => write(prompt, example))
  const separator = readText(values, 'exampleSeparator') || '\n\n'
  return {
    variables: [...new Set([prefix, suffix].flatMap((text) => listPlaces(text, format)))],
    values: {},
    format: (given) => {
      const around = (text: string) => (text === '' ? [] : [fillPlaces(text, given, format)])
      return [{ role: 'user', content: [...around(prefix), ...written, ...around(suffix)].join(separator) }]
    },
  }
}

async function readExamplePrompt(component: Component, call: CallContext): Promise<Prompt> {
  const wired = findWired(call, component, ['examplePrompt', 'prompt'])
  if (!wired) {
    throw new RunnelError(
      'missing_component',
      `${component.label} has no example prompt. Connect a prompt template to it.`,
    )
  }
  return (await call.capability(wired, 'prompt'))(wired, call)
}

function readExamples(text: string, label: string): JsonObject[] {
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed) && parsed.every(isJsonObject)) return parsed
  } catch {}
  throw new RunnelError(
    'invalid_input',
    `${label}: the examples are no JSON list of objects. Write them as [{"word": "tall", "antonym": "short"}].`,
  )
}

function write(prompt: Prompt, example: JsonObject): string {
  const all = { ...prompt.values, ...example }
  const texts = Object.fromEntries(Object.keys(all).map((name) => [name, readText(all, name)]))
  return prompt
    .format(texts)
    .map(({ content }) => content)
    .join('\n')
}
