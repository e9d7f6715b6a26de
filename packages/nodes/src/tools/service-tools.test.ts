import { type JsonObject, type NodeDefinition, RunnelError } from '@runnel/contract'
import type { ToolOffer } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { nodeOf, openToolCase } from './play-tool.fixture.ts'
import type { ActionCase, ToolCase } from './tool-case.fixture.ts'
import { toolCases } from './tool-cases.fixture.ts'

/** The values with which an action is chosen, and what its tool is called. */
interface Chosen {
  /** Its name, with its param in front where several have an action of that name. */
  action: string
  values: JsonObject
}

function listActions({ inputs }: NodeDefinition): Chosen[] {
  const choices = inputs.filter(({ type }) => type === 'multiOptions')
  const names = choices.flatMap(({ options = [] }) => options.map(({ name }) => name))
  const isTwice = (action: string) => names.filter((name) => name === action).length > 1
  return choices.flatMap(({ name, options = [], show = {} }) =>
    options.map(({ name: action }) => ({
      action: isTwice(action) ? `${name}.${action}` : action,
      values: { ...firstOf(show), [name]: JSON.stringify([action]) },
    })),
  )
}

const firstOf = (show: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(show).map(([name, wanted]) => [
      name,
      Array.isArray(wanted) ? (wanted[0] ?? null) : wanted,
    ]),
  ) as JsonObject

const services = toolCases.flatMap((tool) => (tool.actions ? [{ ...tool, actions: tool.actions }] : []))

test('every tool whose author chooses actions is held to these tests', () => {
  const names = nodeCatalogue
    .filter(({ definition }) => definition.category === 'Tools' && listActions(definition).length > 0)
    .map(({ definition }) => definition.name)
  expect(services.map(({ node }) => node).sort()).toEqual(names.sort())
})

describe.each(services)('$node', (tool) => {
  const chosen = listActions(nodeOf(tool).definition)

  test('has a case for each of its actions', () => {
    expect(Object.keys(tool.actions).sort()).toEqual(chosen.map(({ action }) => action).sort())
  })

  describe.each(chosen)('$action', ({ action, values }) => {
    const asked = tool.actions[action] as ActionCase
    asks(tool, asked, values)
    guards(tool, asked, values)
  })
})

interface ToolSchema {
  properties: Record<string, { type: string; enum?: string[] }>
  required?: string[]
}

const schemaOf = (offer: ToolOffer | undefined) => offer?.inputSchema as unknown as ToolSchema

/** Opened with one action, and with nothing fixed. */
const open = (tool: ToolCase, values: JsonObject, changes: Parameters<typeof openToolCase>[1] = {}) =>
  openToolCase(tool, { ...changes, values: { ...emptied(tool), ...values } })

const emptied = (tool: ToolCase): JsonObject =>
  Object.fromEntries(
    nodeOf(tool)
      .definition.inputs.filter(
        ({ additionalParams, type }) => additionalParams === true || type === 'multiOptions',
      )
      .map(({ name }) => [name, '']),
  )

function asks(tool: ToolCase, { input, says, sends, body }: ActionCase, values: JsonObject) {
  test('asks the service as it wants to be asked, with the token of the account', async () => {
    const opened = open(tool, values)
    const { content, used } = await opened.ask(input)
    expect(used.error).toBeUndefined()
    expect(content).toContain(says)
    const [sent] = opened.sent
    expect(opened.sent).toHaveLength(1)
    expect(`${sent?.method} ${sent?.url.pathname}${sent?.url.search}`).toBe(sends)
    if (body !== undefined) expect(sent?.body).toMatchObject(body as object)
  })

  test('counts as what it does', async () => {
    const opened = open(tool, values)
    const [offer] = await opened.listTools()
    await opened.ask(input)
    expect(opened.http[0]?.effects).toBe(offer?.effects)
    if (opened.sent[0]?.method === 'GET') expect(offer?.effects).toBe('read')
  })
}

function guards(tool: ToolCase, { input }: ActionCase, values: JsonObject) {
  test('a model cannot leave out what it needs', async () => {
    const opened = open(tool, values)
    const [offer] = await opened.listTools()
    const { required: needs = [] } = schemaOf(offer)
    for (const need of needs) {
      const { [need]: _left, ...rest } = input
      const { used } = await opened.ask(rest)
      expect(used.error).toContain(`The argument "${need}" is missing`)
    }
    expect(opened.sent).toEqual([])
  })

  test('what the author fixed is not asked of the model, and not taken from it', async () => {
    const texts = nodeOf(tool)
      .definition.inputs.filter(
        ({ additionalParams, type }) => additionalParams === true && type === 'string',
      )
      .map(({ name }) => [name, '"fixed"'])
    const opened = open(tool, { ...values, ...Object.fromEntries(texts) })
    const [offer] = await opened.listTools()
    const kinds = Object.values(schemaOf(offer).properties)
    expect(kinds.filter((kind) => kind.type === 'string' && kind.enum === undefined)).toEqual([])
    await opened.ask(Object.fromEntries(Object.keys(input).map((name) => [name, 'by-the-model'])))
    for (const { url, text } of opened.sent) expect(`${url} ${text}`).not.toContain('by-the-model')
  })

  test.each(['..', '../../x', 'a/b?c#d'])('an argument leads to no other path: %s', async (evil) => {
    const opened = open(tool, values)
    const said = Object.fromEntries(Object.keys(input).map((name) => [name, evil]))
    const before = open(tool, values)
    await before.ask(input)
    await opened.ask(said)
    const depth = (url: URL | undefined) => url?.pathname.split('/').length
    for (const { url } of opened.sent) {
      expect(tool.server?.hosts).toContain(url.host)
      expect(depth(url)).toBe(depth(before.sent[0]?.url))
    }
  })
}

test('an action that nobody chose is no tool', async () => {
  const [tool] = services
  if (!tool) throw new Error('There is no service.')
  const { values } = listActions(nodeOf(tool).definition)[0] ?? { values: {} }
  const { component, toolset, call } = await open(tool, values).parts()
  await expect(toolset.call(component, { tool: 'gmail_send_message', input: {} }, call)).rejects.toThrow(
    RunnelError,
  )
})
