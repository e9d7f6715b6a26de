import {
  type CredentialDefinition,
  isJsonObject,
  type JsonValue,
  providedBy,
  RunnelError,
} from '@runnel/contract'
import type { HttpReply, HttpRequest } from '@runnel/node-kit'
import { undeclaredHosts } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { nodeOf, openToolCase } from './play-tool.fixture.ts'
import type { FakeServer, ToolCase } from './tool-case.fixture.ts'
import { toolCases } from './tool-cases.fixture.ts'

/** From what hurts nobody to what does. */
const STRENGTH = ['none', 'read', 'write']

/** More than any tool shows a model, with what a retriever gives. */
const MOST_TEXT = 101_000

test('every tool of the catalogue is held to these tests', () => {
  const names = nodeCatalogue
    .filter(({ definition }) => definition.category === 'Tools')
    .map(({ definition }) => definition.name)
  expect(toolCases.map(({ node }) => node).sort()).toEqual(names.sort())
})

describe.each(toolCases)('$node', (tool) => {
  offers(tool)
  answers(tool)
  if (tool.server) {
    requests(tool)
    faults(tool, tool.server)
  }
})

function offers(tool: ToolCase) {
  test('is a tool that models can call: a name, a description, a schema of an object', async () => {
    const { definition } = nodeOf(tool)
    expect(providedBy(definition, undefined)).toContain('toolset')
    expect(definition.baseClasses).toContain('Tool')
    const offered = await openToolCase(tool).listTools()
    expect(offered.length).toBeGreaterThan(0)
    for (const { name, description, inputSchema, effects } of offered) {
      expect(name).toMatch(/^[a-z\d_-]{1,64}$/)
      expect(description.trim().length).toBeGreaterThan(10)
      expect(STRENGTH.indexOf(effects)).toBeLessThanOrEqual(STRENGTH.indexOf(definition.effects))
      checkSchema(inputSchema)
    }
  })

  test('brings its credential, and says where it may go', () => {
    const { definition, credentials = [] } = nodeOf(tool)
    const names = definition.credential?.credentialNames ?? []
    const given = Object.keys(tool.credential ?? {})
    expect(given.length > 0).toBe(names.length > 0)
    // One that a vendor brings is only named: what it holds is not known in this room.
    if (credentials.length > 0) {
      expect(credentials.map(({ name }) => name)).toEqual(names)
      expect(given).toEqual(credentials.flatMap(fieldsOf))
    }
    expect(undeclaredHosts(definition)).toEqual([])
    expect(definition.inputs.filter(({ overridable }) => overridable === true)).toEqual([])
  })
}

/** What a request gets of a credential: of an account its token alone. */
function fieldsOf({ oauth2, inputs }: CredentialDefinition): string[] {
  return oauth2 ? ['accessToken'] : inputs.map(({ name }) => name)
}

/** The part of JSON Schema that vendors take. */
function checkSchema(schema: JsonValue): void {
  if (!isJsonObject(schema)) throw new Error('A schema is an object.')
  expect(['object', 'string', 'number', 'integer', 'boolean', 'array']).toContain(schema.type)
  if (schema.type !== 'object') return
  const properties = schema.properties ?? {}
  if (!isJsonObject(properties)) throw new Error('The properties of a schema are an object.')
  const required = Array.isArray(schema.required) ? schema.required : []
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(required))
  for (const property of Object.values(properties)) checkSchema(property ?? null)
}

function answers(tool: ToolCase) {
  test('a call gives what it is for', async () => {
    const { content, used } = await openToolCase(tool).ask()
    expect(used.error).toBeUndefined()
    expect(content).toContain(tool.says)
  })

  test('wrong arguments are told in words that a model can act on, before anybody is called', async () => {
    for (const [input, says] of tool.wrong) {
      const opened = openToolCase(tool)
      const { content } = await opened.ask(input)
      expect(content).toContain(says)
      expect(opened.sent).toEqual([])
    }
  })
}

function requests(tool: ToolCase) {
  const { credential = {}, server } = tool

  test('calls its own hosts only, and leaves its key to the last moment', async () => {
    const opened = openToolCase(tool)
    await opened.ask()
    expect(opened.sent.length).toBeGreaterThan(0)
    for (const { url } of opened.sent) expect(server?.hosts).toContain(url.host)
    const journaled = JSON.stringify(opened.http.map(({ authorise: _authorise, ...told }) => told))
    for (const secret of secretsOf(tool)) expect(journaled).not.toContain(secret)
    const isAuthorised = opened.http.every(({ authorise }) => authorise !== undefined)
    expect(isAuthorised).toBe(Object.keys(credential).length > 0)
  })

  test('what it asks to list its tools it reads, of its own hosts, and refusals are told without keys', async () => {
    const opened = openToolCase(tool)
    await opened.listTools()
    for (const { method, url } of opened.listing) {
      expect(method).toBe('GET')
      expect(server?.hosts).toContain(url.host)
    }
    if (opened.listing.length === 0) return
    const respondToList = () => ({ status: 401, headers: {}, body: secretsOf(tool).join(' ') })
    const fault = await openToolCase(tool, { respondToList })
      .listTools()
      .catch((error: unknown) => String(error))
    expect(fault).toContain('status 401')
    for (const secret of secretsOf(tool)) expect(fault).not.toContain(secret)
  })

  test('what it says of its effects is what it does', async () => {
    const opened = openToolCase(tool)
    const [offer] = await opened.listTools()
    await opened.ask()
    for (const request of opened.http) expect(effectsOf(request)).toBe(offer?.effects)
  })
}

function effectsOf({ effects, method = 'GET' }: HttpRequest): string {
  return effects ?? (method === 'GET' ? 'read' : 'write')
}

function faults(tool: ToolCase, server: FakeServer) {
  test.each([401, 403, 429, 500, 503])('status %i is told in plain words, without keys', async (status) => {
    const keys = secretsOf(tool).join(' ')
    for (const body of [`<html>Stack trace ${keys}</html>`, `{"error": "Stack trace ${keys}"}`]) {
      const reply = { status, headers: {}, body }
      const { content, used } = await openToolCase(tool, { respond: () => reply }).ask()
      expect(used.error).toContain(`status ${status}`)
      expect(content.length).toBeLessThan(200)
      for (const untold of ['Stack trace', ...secretsOf(tool)]) expect(content).not.toContain(untold)
    }
  })

  test('what a server says of a faulty request reaches the model', async () => {
    const reply = { status: 400, headers: {}, body: '{"message": "Too many words"}' }
    const { used } = await openToolCase(tool, { respond: () => reply }).ask()
    expect(used.error).toContain('Too many words')
  })

  test('a server that does not answer in time is told as such, and asked once', async () => {
    const respond = () => Promise.reject(new RunnelError('step_failed', 'The request took too long.'))
    const opened = openToolCase(tool, { respond })
    expect((await opened.ask()).used.error).toContain('The request took too long.')
    expect(opened.sent).toHaveLength(1)
  })

  test.each(['<html>Bad gateway', '', 'null', '[1, "two"]', '{"results": 7, "organic": [null]}'])(
    'an answer of another kind hurts nobody: %j',
    async (body) => {
      const reply = { status: 200, headers: {}, body }
      const { content, used } = await openToolCase(tool, { respond: () => reply }).ask()
      if (body.startsWith('<html>') && server.answersAnything !== true)
        expect(used.error).toContain('cannot be read')
      expect(content).toEqual(expect.any(String))
      expect(content.length).toBeGreaterThan(0)
    },
  )

  test('an answer without an end is cut, with a note', async () => {
    const { content } = await openToolCase(tool, { respond: server.huge }).ask()
    expect(content.length).toBeLessThan(MOST_TEXT)
    expect(content).toContain('[Cut here:')
  })

  test('stop ends it: nobody else is asked', async () => {
    const stop = new AbortController()
    const respond = async (): Promise<HttpReply> => {
      stop.abort()
      throw stop.signal.reason
    }
    const opened = openToolCase(tool, { respond, signal: stop.signal })
    expect((await opened.ask()).used.error).toBeDefined()
    expect(opened.sent).toHaveLength(1)
  })
}

function secretsOf({ credential = {}, secrets = Object.keys(credential) }: ToolCase): string[] {
  return secrets.map((name) => credential[name] ?? '')
}
