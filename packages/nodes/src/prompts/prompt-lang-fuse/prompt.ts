import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  askForJson,
  type CallContext,
  type Component,
  type ReadPrompt,
  readJsonParam,
  readText,
} from '@runnel/node-kit'
import { type PromptMessage, readMessage } from '../read-message.ts'
import { fillPlaces, listPlaces } from '../template.ts'
import { signIn } from './sign-in.ts'

/** LangFuse writes its places in doubled braces. */
const FORMAT = 'jinja-2'

/** A prompt of LangFuse: a text, which is what a person says, or messages. */
export const readLangFusePrompt: ReadPrompt = async (component, call) => {
  const messages = await fetchMessages(component, call)
  return {
    variables: [...new Set(messages.flatMap(({ content }) => listPlaces(content, FORMAT)))],
    values: readJsonParam(component, 'promptValues') ?? {},
    format: (given) =>
      messages.map(({ role, content }) => ({ role, content: fillPlaces(content, given, FORMAT) })),
  }
}

async function fetchMessages(component: Component, call: CallContext): Promise<PromptMessage[]> {
  const name = readName(component)
  const request = {
    url: `/api/public/v2/prompts/${encodeURIComponent(name)}`,
    waitsWhenBusy: true,
    authorise: { component, apply: signIn },
  }
  const answer = await askForJson(call, request, { label: 'LangFuse' })
  const prompt = isJsonObject(answer) ? answer.prompt : undefined
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  if (Array.isArray(prompt) && prompt.length > 0) return prompt.map((item) => readPart(item, name))
  throw new RunnelError('upstream_error', `LangFuse gave no prompt for “${name}” that can be read.`)
}

function readPart(item: JsonValue, name: string): PromptMessage {
  const message = readMessage(item)
  if (message) return message
  if (isJsonObject(item) && item.type === 'placeholder')
    throw new RunnelError(
      'invalid_input',
      `The prompt “${name}” of LangFuse has a place for messages, which nothing fills here. Take it out there, and connect a memory to the chain in its stead.`,
    )
  throw new RunnelError(
    'upstream_error',
    `The prompt “${name}” of LangFuse holds a message that is none of a system, a user or an assistant.`,
  )
}

function readName({ values, label }: Component): string {
  const name = readText(values, 'template').trim().toWellFormed()
  if (name !== '' && name !== '.' && name !== '..') return name
  throw new RunnelError(
    'invalid_input',
    `${label} names no prompt. Write the name of one of your project in LangFuse into Prompt Name.`,
  )
}
