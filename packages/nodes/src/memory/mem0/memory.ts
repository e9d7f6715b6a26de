import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type Authorise,
  addQuery,
  askForJson,
  type CallContext,
  type Component,
  type Memory,
  readSwitch,
  readText,
} from '@runnel/node-kit'
import { nameOutsideSession } from '../stored-messages.ts'

const MEMORIES = 'https://api.mem0.ai/v1/memories/'
/** Messages of the session that stand beside the facts: these tell what was said just now. */
const LAST_MESSAGES = 10
/** Names of which Mem0 wants one at least, and those that say where it looks. */
const OWNERS = ['run_id', 'agent_id', 'app_id'] as const
const PLACES = ['project_id', 'org_id'] as const

/** Facts that Mem0 learned from conversations, before the last messages of this one. */
export const mem0Memory: Memory = {
  async recall(component, call) {
    const { question = '', pastHistory } = call.run
    const answer = await askForJson(
      call,
      {
        ...findRequest(nameOwner(component, call), question),
        authorise: showKey(component),
        effects: 'read',
      },
      { label: component.label },
    )
    const facts = readFacts(answer, component)
    const told = facts.length === 0 ? [] : [{ role: 'system' as const, content: tellFacts(facts) }]
    return [...told, ...pastHistory.slice(-LAST_MESSAGES)]
  },
  async keep(component, exchange, call) {
    if (readSwitch(component.values, 'searchOnly')) return
    const messages = exchange.map(({ role, content }) => ({ role, content }))
    const request = {
      ...postOf(MEMORIES, { messages, ...nameOwner(component, call) }),
      authorise: showKey(component),
      effects: 'write' as const,
    }
    const answer = await askForJson(call, request, { label: component.label })
    if (!Array.isArray(answer) && !hasResults(answer)) throw unreadable(component)
  },
}

/** Without a question there is nothing to search for: all facts are told. */
function findRequest(owner: JsonObject, question: string) {
  if (question.trim() === '') return { url: addQuery(MEMORIES, owner) }
  return postOf(`${MEMORIES}search/`, { query: question, ...owner })
}

const postOf = (url: string, body: JsonObject) => ({
  url,
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const showKey = (component: Component) => ({ component, apply })
const apply: Authorise = ({ apiKey = '' }) => ({ headers: { authorization: `Token ${apiKey.trim()}` } })

/** Whose facts are meant. @throws RunnelError `invalid_input` where nobody is named */
function nameOwner({ values, label }: Component, { run }: CallContext): JsonObject {
  const isSession = readSwitch(values, 'useFlowiseChatId')
  const userId = isSession ? nameOutsideSession(run) : readText(values, 'user_id').trim()
  const read = (names: readonly string[]) =>
    names.map((name) => [name, readText(values, name).trim()] as const)
  const owners = [['user_id', userId] as const, ...read(OWNERS)].filter(([, value]) => value !== '')
  if (owners.length === 0) {
    throw new RunnelError(
      'invalid_input',
      `${label} does not know whose facts are meant. Write a User ID into the node, or let the session be the user.`,
    )
  }
  return Object.fromEntries([...owners, ...read(PLACES).filter(([, value]) => value !== '')])
}

const hasResults = (answer: JsonValue): answer is JsonObject =>
  isJsonObject(answer) && ('results' in answer || 'message' in answer)

/** Newer versions of its API wrap the list. @throws RunnelError `upstream_error` */
function readFacts(answer: JsonValue, component: Component): string[] {
  const list = isJsonObject(answer) ? answer.results : answer
  if (!Array.isArray(list)) throw unreadable(component)
  return list.flatMap((each) =>
    isJsonObject(each) && typeof each.memory === 'string' && each.memory.trim() !== '' ? [each.memory] : [],
  )
}

const tellFacts = (facts: string[]) =>
  `What is known from earlier conversations:\n${facts.map((fact) => `- ${fact}`).join('\n')}`

const unreadable = ({ label }: Component) =>
  new RunnelError('upstream_error', `${label} gave an answer that cannot be read.`)
